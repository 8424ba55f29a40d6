"""Old names answer like the new ones, with a warning."""

import pytest

import seqform as sf

OLD = {
    sf: ["blunder_report"],
    sf.play: ["GameTable", "OrderedTable", "OrderedView", "RulesTable", "TreeTable", "View", "open_table"],
}


def test_a_session_answers_by_its_old_names() -> None:
    session = sf.play.open_session("kuhn", "random", seat=0)
    with pytest.warns(DeprecationWarning, match=r"Session.table is playable now"):
        assert session.table is session.playable
    with pytest.warns(DeprecationWarning, match=r"Session.view is observation now"):
        assert session.view() == session.observation()


@pytest.mark.parametrize(("room", "name"), [(room, name) for room, names in OLD.items() for name in names])
def test_old_names_warn_and_answer(room: object, name: str) -> None:
    with pytest.warns(DeprecationWarning, match=rf"^seqform.*{name} is \w+ now") as caught:
        old = getattr(room, name)
    assert caught[0].filename == __file__
    assert old is getattr(room, str(caught[0].message).split(" is ")[1].split(" now")[0])


def test_an_old_option_is_the_new_one() -> None:
    profile = sf.uniform_profile(sf.load("kuhn"))
    with pytest.warns(DeprecationWarning, match="compare is versus now") as caught:
        old = sf.draw("kuhn", profile, compare=profile)
    assert caught[0].filename == __file__
    assert old.svg() == sf.draw("kuhn", profile, versus=profile).svg()
