"""A person at the terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable
from random import Random

from seqform.play.rules_table import RulesSituation
from seqform.play.situations import Table, View
from seqform.system.foreign_text import visible, visible_lines


def _say(text: str) -> None:
    print(visible_lines(text), file=sys.stderr, flush=True)


def _ask(prompt: str) -> str:
    print(visible_lines(prompt), end="", file=sys.stderr, flush=True)
    line = sys.stdin.readline()
    if not line:
        _say("")
        raise EOFError
    return line


class HumanAgent:
    """Asks a person; what is said goes to the standard error, so that results can go elsewhere.

    Parameters
    ----------
    table : Table
    say, ask : callable, optional
        How to print a line, and how to read one after a prompt, raising EOFError at the end.
    """

    remembers = True

    def __init__(self, table: Table, say: Callable[[str], None] = _say, ask: Callable[[str], str] = _ask) -> None:
        self.name = "human"
        self.table = table
        self.say, self.ask = say, ask

    def choose(self, view: View, random: Random) -> int:
        """Return the action that the person types, by number or by name; anything else is asked again."""
        board = picture(view)
        who = visible(self.table.players[view.player])
        self.say(f"\nYou are {who}." + ("" if board else f" You know: {visible(view.infoset)}"))
        if board:
            self.say(board)
        numbered = _numbers_are_free(view.actions)
        if numbered:
            for number, action in enumerate(view.actions, start=1):
                self.say(f"{number:>4}  {visible(action)}")
            expected = f"a number from 1 to {len(view.actions)}, or an action"
        else:
            expected = visible(", ".join(view.actions))
        while True:
            answer = self.ask("Your move: " if numbered else f"Your move ({expected}): ").strip()
            if answer in view.actions:
                return view.actions.index(answer)
            if numbered and _is_number(answer) and 1 <= int(answer) <= len(view.actions):
                return int(answer) - 1
            self.say(f"{answer!r} is no action here; expected: {expected}")


def picture(view: View) -> str:
    """Return what the rules draw of the situation; "" where they draw nothing, or it is a node of a tree."""
    situation = view.situation
    if not isinstance(situation, RulesSituation):
        return ""
    drawn = getattr(situation.rules, "picture", None)
    return str(drawn(situation.state)) if drawn is not None else ""


def _numbers_are_free(actions: tuple[str, ...]) -> bool:
    """Return whether numbers can stand for actions: not where actions are called by numbers themselves."""
    return not any(_is_number(action) for action in actions)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 10
