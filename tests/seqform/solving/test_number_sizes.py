"""Numbers of any size in the exact routes: solved and proven, written and read again, shown in short lines."""

import json
import pickle
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import seqform as sf
from seqform.builders.games.formats.tables import parse_table
from seqform.builders.games.tree import leaf, move, tree
from seqform.errors import DoubleRangeError, ModelError, ParseError, SeqformError
from seqform.experiments.declaration import spec_from
from seqform.models import ExtensiveGame
from seqform.solving.concepts import QuasiPerfect

LONG = 7 * (10**6000 - 1) // 9
PENNIES = sf.bimatrix_game([[1, -1], [-1, 1]])
SIZES = [
    2**31,
    2**53 + 1,
    2**63 - 1,
    2**63,
    10**300,
    Fraction(1, 10**300),
    10**400,
    Fraction(1, 10**400),
]
LONGEST_LINE = 300


def with_payoff(largest: int) -> ExtensiveGame:
    """Return matching pennies in which a player is paid a number, perhaps of thousands of digits, beside thirds."""
    third = Fraction(1, 3)
    return tree(
        "long",
        move(
            0,
            "A",
            {
                "heads": move(1, "B", {"heads": leaf(largest), "tails": leaf(-third)}),
                "tails": move(1, "B", {"heads": leaf(0), "tails": leaf(1)}),
            },
        ),
    )


def one_line(error: BaseException) -> bool:
    text = str(error)
    return "\n" not in text and len(text) <= LONGEST_LINE


@pytest.mark.parametrize(
    ("concept", "largest"),
    [
        ("nash", LONG),
        *((name, 10**400) for name in ("quasi-perfect", "proper", "extensive-form-perfect")),
    ],
    ids=["nash", "quasi-perfect", "proper", "extensive-form-perfect"],
)
def test_payoffs_beyond_doubles_are_solved_exactly_by_default(concept: str, largest: int) -> None:
    game = with_payoff(largest)
    equilibrium = sf.solve(game, concept)
    assert equilibrium.certificate.proven
    # heads is played so often that player 2 is indifferent: largest x = -x/3 + (1 - x)
    assert equilibrium.profile[0]["A"]["heads"] == 1 / (largest + Fraction(4, 3))


def test_doubles_on_request_are_refused_with_the_remedy() -> None:
    with pytest.raises(DoubleRangeError, match="use exact arithmetic"):
        sf.solve(with_payoff(LONG), exact=False)


def test_probabilities_of_any_number_of_digits_are_written_and_read_again(tmp_path: Path) -> None:
    game = with_payoff(LONG)
    equilibrium = sf.solve(game)
    equilibrium.save(tmp_path / "long.json")
    certificate = sf.check(game, tmp_path / "long.json")
    assert certificate.proven
    assert certificate.values == equilibrium.certificate.values


@settings(deadline=None, max_examples=20)
@given(
    st.lists(
        st.builds(lambda factor, size: factor * size, st.integers(-2, 2), st.sampled_from(SIZES)),
        min_size=4,
    )
)
def test_the_complete_search_finds_proven_equilibria_for_payoffs_of_any_size(
    payoffs: list[Fraction],
) -> None:
    game = sf.bimatrix_game([payoffs[0:2], payoffs[2:4]], [payoffs[1:3], [payoffs[3], payoffs[0]]])
    found = list(sf.equilibria(game, complete=True))
    assert found
    assert all(one.certificate.proven for one in found)
    sf.draw(game)


def test_the_complete_search_takes_the_largest_integers_of_64_bits() -> None:
    found = list(sf.equilibria(sf.bimatrix_game([[2**63 - 1, 0], [0, 2]]), complete=True))
    share = Fraction(2, 2**63 + 1)
    assert [one.profile[0].probabilities.tolist()[1:] for one in found] == [[share, 1 - share]]


def strategies(first: list[str]) -> dict[str, object]:
    indices = [own.index for own in PENNIES.sequences]
    sets = [
        {
            "label": index.infoset_names[0],
            "actions": list(index.action_names[0]),
            "probabilities": probabilities,
        }
        for index, probabilities in zip(indices, (first, ["1/2", "1/2"]), strict=True)
    ]
    return {"players": [{"information_sets": [one]} for one in sets]}


@pytest.mark.parametrize(
    "first", [["1/" + "3" * 4000, "1/" + "7" * 3999], ["-1/" + "3" * 4000, "1"], ["1", "1/0"]]
)
def test_long_probabilities_that_are_wrong_are_one_short_line(
    tmp_path: Path, first: list[str]
) -> None:
    (tmp_path / "long.json").write_text(json.dumps(strategies(first)), encoding="utf-8")
    with pytest.raises(ModelError) as caught:
        sf.check(PENNIES, tmp_path / "long.json")
    assert one_line(caught.value)


def test_long_weights_of_mixed_strategies_are_added(tmp_path: Path) -> None:
    data = strategies(["1/2", "1/2"])
    first, second = PENNIES.sequences[0].index.names[1:]
    rest, share = Fraction(10**3999 - 1, 10**3999), Fraction(1, 10**3999)
    weights = [(str(share / 2), first), (str(rest), second), (str(share / 2), first)]
    mixed = {"mixed": [{"probability": weight, "strategy": [name]} for weight, name in weights]}
    data["players"][0] = mixed  # type: ignore[index]
    (tmp_path / "mixed.json").write_text(json.dumps(data), encoding="utf-8")
    profile = sf.read_profile(tmp_path / "mixed.json", PENNIES)
    assert profile[0].probabilities.tolist()[1:] == [share, rest]


def test_a_line_of_gambit_with_a_long_decimal_is_one_short_line(tmp_path: Path) -> None:
    (tmp_path / "gambit.txt").write_text("NE," + "9" * 400 + ".5,0.5,0.5,0.5\n", encoding="utf-8")
    with pytest.raises(ModelError) as caught:
        sf.check(PENNIES, tmp_path / "gambit.txt")
    assert one_line(caught.value)


@pytest.mark.parametrize(
    "table", ["1,2\n3," + "4" * 140_000 + "\n", '1,2\n3,"4\n' + "5,6\n" * 40_000]
)
def test_a_table_with_an_endless_cell_is_one_short_line(table: str) -> None:
    with pytest.raises(ParseError) as caught:
        parse_table(table)
    assert one_line(caught.value)


@pytest.mark.parametrize(
    "declaration",
    [
        {"store": "a\0.sqlite", "case": [{"game": "kuhn"}]},
        {"case": [{"game": "./x\0.py:f"}]},
        {"grid": [{"game": "kuhn", "watch": ["1:K\0:bet"]}]},
        {"case": [{"game": "kuhn", "x\0": 1}]},
    ],
)
def test_null_characters_in_declarations_are_refused(declaration: dict[str, object]) -> None:
    with pytest.raises(SeqformError, match=r"without the character \\u0000"):
        spec_from(declaration)


def test_options_of_long_numbers_are_quoted_in_short() -> None:
    with pytest.raises(SeqformError) as caught:
        sf.solve(PENNIES, QuasiPerfect(), backend="bound", options={"raw": {"epsilon": 10**9000}})
    assert one_line(caught.value)


def test_the_largest_gap_of_payoffs_whose_spread_exceeds_the_doubles_is_finite() -> None:
    game = sf.load("kuhn(bet=1e308)")
    allowed = sf.solve(game, backend="highs", exact=False).certificate.allowed
    assert allowed is not None and 0 < allowed < 1e303


FAR_APART = sf.bimatrix_game([[6, -1], [-1, 10**12]], [[-6, 1], [1, -(10**12)]])


def test_a_gap_that_passes_is_noted_where_it_is_large_beside_the_value(tmp_path: Path) -> None:
    answer = sf.solve(FAR_APART, backend="cfr")
    assert answer.certificate.nash_conv == 7
    assert "nash_conv is large beside the values" in answer.certificate.note
    assert "--exact" in answer.certificate.note
    answer.save(tmp_path / "answer.json")
    saved = json.loads((tmp_path / "answer.json").read_text(encoding="utf-8"))
    assert "nash_conv is large" in json.dumps(saved)
    assert sf.solve(FAR_APART).certificate.note == ""
    # The gap that is asked for needs no remark, nor one of a game whose value is 0
    assert sf.solve(FAR_APART, backend="cfr", target_gap=1000).certificate.note == ""
    assert sf.solve("rock-paper-scissors", backend="cfr").certificate.note == ""
    assert sf.solve("leduc", backend="cfr").certificate.note == ""


@pytest.mark.parametrize("size", [10**400, Fraction(1, 10**400)])
def test_programs_beyond_doubles_are_exact_and_files_name_what_can_be_done(
    size: Fraction, tmp_path: Path
) -> None:
    program = sf.linear_program(sf.bimatrix_game([[size, -1], [-1, 1]], [[-size, 1], [1, -1]]))
    assert program.solve("exact").solved
    for ending in ("mps", "lp", "npz"):
        with pytest.raises(DoubleRangeError, match="or solve the game here, exactly") as raised:
            program.write(tmp_path / f"program.{ending}")
        assert one_line(raised.value)
        assert "use exact arithmetic" not in str(raised.value)
    with pytest.raises(DoubleRangeError, match="other packages compute in doubles"):
        program.to_scipy()


@pytest.mark.parametrize("size", [10**400, Fraction(1, 10**400)])
def test_concepts_without_exact_solvers_do_not_advise_them(size: Fraction) -> None:
    game = sf.bimatrix_game([[size, 0], [1, 2]], [[1, size], [0, 1]])
    with pytest.raises(DoubleRangeError, match="no solver of mixed-integer programs is exact"):
        sf.solve(game, "stackelberg")


def test_double_range_errors_are_pickled_with_their_advice() -> None:
    error = DoubleRangeError("a number is too large", "scale it")
    again = pickle.loads(pickle.dumps(error))
    assert str(again) == str(error) == "a number is too large; scale it"
