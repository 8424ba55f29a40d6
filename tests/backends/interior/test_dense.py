"""Inverses and products of large matrices by BLAS, and an interior point on boards that use them."""

import numpy as np

import seqform as sf
from seqform.backends.interior import dense
from seqform.backends.interior.barrier import PROXIMAL, PROXIMAL_OF_HANDS


def test_inverses_and_products_are_written_where_the_loops_expect_them() -> None:
    rng = np.random.default_rng(1)
    square = rng.random((5, 5))
    store = np.zeros(40)
    matrix = square @ square.T + np.eye(5)
    store[7:32] = matrix.ravel()
    dense.invert(store, 7, 5)
    assert np.allclose(store[7:32].reshape(5, 5) @ matrix, np.eye(5))
    assert not store[:7].any() and not store[32:].any()

    left, right = rng.random((4, 5)), rng.random((5, 3))
    entries = np.concatenate([np.zeros(2), left.ravel()])
    out = np.zeros(20)
    dense.set_product(entries, 2, 5, 1, 4, 5, right.ravel(), 3, out)
    assert np.allclose(out[:12].reshape(4, 3), left @ right) and not out[12:].any()
    dense.set_product(entries, 2, 1, 5, 5, 4, left.ravel()[:12], 3, out)
    assert np.allclose(out[:15].reshape(5, 3), left.T @ left.ravel()[:12].reshape(4, 3))


def test_a_matrix_that_is_not_positive_definite_has_no_inverse() -> None:
    store = -np.eye(3).ravel()
    dense.invert(store, 0, 3)
    assert np.isnan(store).all()


def test_an_interior_point_solves_boards_of_hundreds_of_hands() -> None:
    name = "holdem(board=4s8hTc9h2s,pot=10,stack=10,ranges=22+ A2s+ A2o+,bets=all-in)"
    game = sf.load(name, kind="ordered")
    assert game.ranges is not None and len(game.ranges.hands) >= 200
    answer = sf.solve(game, backend="barrier", target_gap=1e-8)
    assert answer.certificate.nash_conv <= 1e-8 + 1e-10
    assert answer.raw.options["proximal"] == PROXIMAL_OF_HANDS


def test_games_of_classes_without_ranges_have_the_usual_proximal_term() -> None:
    for options, proximal in (({}, PROXIMAL), ({"proximal": 1e-5}, 1e-5)):
        answer = sf.solve("leduc", preprocess="lossless", backend="barrier", raw=options)
        assert answer.raw.options["proximal"] == proximal
