"""Tokenizer of Gambit's file formats, with the position of every error."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path

from seqform.builders.games.exact_numbers import read_rational
from seqform.errors import GameError, ImperfectRecallError, ParseError
from seqform.models.games.infosets import player_label
from seqform.models.numbers.text import NUMBER
from seqform.system.files import open_regular
from seqform.system.foreign_files import encoding_advice, quotes_advice

# Repetitions are possessive (*+, ++): they give nothing back, so that a text that does not fit is refused in a time
# linear in its length.
WHITE = r"[ \t\r\n\f\v]*+"
STRING = r'"[^"\\]*+(?:\\.[^"\\]*+)*+"'
DESCRIPTION = rf'{STRING}{WHITE}\{{[^{{}}"]*+(?:{STRING}[^{{}}"]*+)*+\}}'
"""A label and a list in braces, the form of descriptions of information sets and outcomes."""

MAX_TOTAL_DIGITS = 100_000_000
"""Limit on the digits of all distinct numbers of a file together."""

ENDS = r'(?![^ \t\r\n\f\v{},"])'
"""The end of a number or a word: white space, a brace, a comma, a quotation mark, or the end of the text."""

INTEGER = r"[+-]?[0-9]{1,1000}+" + ENDS
_HEAD_SIZE = 2**16

MOST_BYTES = 2**30
"""Bound on the size of a game file."""


def _token(pattern: str) -> re.Pattern[str]:
    return re.compile(f"{WHITE}({pattern})", re.DOTALL)


_STRING = _token(STRING)
_INTEGER = _token(INTEGER)
_NUMBER = _token(NUMBER + ENDS)
_WORD = _token(r"[A-Za-z]++" + ENDS)
_WHITE = re.compile(WHITE)
_ANYTHING = re.compile(r'[^ \t\r\n\f\v{},"]{1,30}|.', re.DOTALL)


class Tokens:
    """A text that is read token by token; ``file`` is its name in error messages."""

    def __init__(self, text: str, file: str) -> None:
        self.text = text.removeprefix("\ufeff")  # a byte order mark
        self.file = file
        self.position = 0
        self._numbers: dict[str, Fraction] = {}
        self._digits = 0

    # ---- one token each ----

    def string(self, what: str) -> str:
        """Return the contents of a quoted string."""
        return unquote(self._match(_STRING, what))

    def integer(self, what: str) -> int:
        """Return an integer."""
        return int(self._match(_INTEGER, what))

    def number(self, what: str) -> Fraction:
        """Return the exact value of a number."""
        text = self._match(_NUMBER, what)
        value = self._numbers.get(text)  # most numbers of a file come many times
        if value is None:
            value = self._numbers[text] = self._new_number(text)
        return value

    def choice(self, *words: str) -> str | None:
        """Return the one of the given words that comes next; None, without moving, if none does."""
        match = _WORD.match(self.text, self.position)
        if match is None or match[1] not in words:
            return None
        self.position = match.end()
        return match[1]

    def symbol(self, symbol: str, what: str) -> None:
        """Move past a given character."""
        if self.peek() != symbol:
            raise self.expected(what)
        self.position += 1

    def skip_comma(self) -> None:
        """Move past a comma if one comes next."""
        if self.peek() == ",":
            self.position += 1

    def peek(self) -> str:
        """Move past white space and return the character that comes next, empty at the end."""
        match = _WHITE.match(self.text, self.position)
        assert match is not None  # no white space is a match, too
        self.position = match.end()
        return self.text[self.position : self.position + 1]

    def start(self) -> int:
        """Move past white space and return the position of what comes next."""
        self.peek()
        return self.position

    def end(self, what: str) -> None:
        """Check that nothing is left but white space."""
        if self.peek():
            raise self.expected(what)

    def number_at(self, match: re.Match[str], group: int) -> Fraction:
        """Return the exact value of a number that a pattern has matched."""
        value = self._numbers.get(match[group])
        if value is None:
            self.position = match.end(group)
            value = self._numbers[match[group]] = self._new_number(match[group])
        return value

    def _match(self, pattern: re.Pattern[str], what: str) -> str:
        match = pattern.match(self.text, self.position)
        if match is None:
            raise self.expected(what)
        self.position = match.end()
        return match[1]

    def _new_number(self, text: str) -> Fraction:
        start = self.position - len(text)
        try:
            value = read_rational(text)
        except GameError as error:
            raise self.error(str(error), start) from None
        # A decimal digit takes more than three bits.
        self._digits += (value.numerator.bit_length() + value.denominator.bit_length()) // 3
        if self._digits > MAX_TOTAL_DIGITS:
            raise self.error(
                f"the numbers up to here have more than {MAX_TOTAL_DIGITS:,} digits", start
            )
        return value

    # ---- errors ----

    def expected(self, what: str) -> ParseError:
        """Return an error for the next token, in place of which `what` was expected."""
        if self.peek() == '"' and _STRING.match(self.text, self.position) is None:
            return self.error("this string is never closed by a quotation mark")
        match = _ANYTHING.match(self.text, self.position)
        next_token = "the end of the file" if match is None else repr(match[0])
        return self.error(f"{what} expected, not {next_token}{quotes_advice(next_token)}")

    def error(self, message: str, position: int | None = None) -> ParseError:
        """Return an error at a position, by default the present one."""
        if position is None:
            position = self.position
        line, column = self.place(position)
        return ParseError(message, self.file, line, column)

    def place(self, position: int) -> tuple[int, int]:
        """Return the line and the column of a position, from 1."""
        line = self.text.count("\n", 0, position) + 1
        column = position - self.text.rfind("\n", 0, position)
        return line, column


def shown(label: str) -> str:
    """Return a label as error messages quote it: on one line, not too long."""
    return repr(label if len(label) <= 60 else label[:57] + "...")


def quote(label: str) -> str:
    r"""Return a label as a quoted string.

    A quotation mark is written ``\"``. A backslash stands for itself, and is doubled only where it would escape what
    follows: Gambit reads a backslash before an ordinary character as it is, but three for two.
    """
    return '"' + re.sub(r'\\(?=[\\"]|\Z)', r"\\\\", label).replace('"', r"\"") + '"'


def unquote(string: str) -> str:
    r"""Return the label that a quoted string holds; both ``\"`` and ``\\`` are escapes, others are not."""
    label = string[1:-1]
    return re.sub(r'\\([\\"])', r"\1", label) if "\\" in label else label


def read_header(tokens: Tokens, format_name: str, version: int) -> tuple[str, tuple[str, str]]:
    """Read the line that both formats, ``EFG`` and ``NFG``, begin with, and return title and players."""
    title = read_title(tokens, format_name, version)
    first, second = read_players(tokens, 2, 2)
    return title, (first, second)


def read_title(tokens: Tokens, format_name: str, version: int) -> str:
    """Read the words before the players' names, and return the title."""
    if tokens.choice(format_name) is None:
        raise tokens.expected(f"{format_name}, the first word of such a file,")
    place = tokens.start()
    written_version = tokens.integer(f"version {version}")
    if written_version != version:
        raise tokens.error(
            f"only version {version} of the format is read, not {written_version}", place
        )
    if tokens.choice("R", "D") is None:
        raise tokens.expected("R or D")
    return tokens.string("the title in quotation marks")


def read_players(tokens: Tokens, fewest: int, most: int) -> tuple[str, ...]:
    """Return the players' names, in braces."""
    place = tokens.start()
    tokens.symbol("{", "{ and the players' names")
    players: list[str] = []
    while tokens.peek() != "}" and len(players) <= most:  # one more than fit is enough to refuse
        players.append(tokens.string("a player's name, or }"))

    if not fewest <= len(players) <= most:
        expected = "two" if fewest == most == 2 else f"{fewest} to {most}"
        count = "more" if len(players) > most else len(players) or "none"
        raise tokens.error(f"a game of {expected} players expected, not of {count}", place)
    tokens.symbol("}", "}")
    return tuple(players)


def read_comment(tokens: Tokens) -> str:
    """Return the comment that may follow the header, empty if there is none."""
    return tokens.string("a comment") if tokens.peek() == '"' else ""


def read_payoffs(tokens: Tokens, players: int, where: str = "") -> tuple[Fraction, ...]:
    """Return the payoffs of the players; a comma may follow each, and `where` goes into error messages."""
    payoffs = []
    for player in range(players):
        payoffs.append(tokens.number(f"{player_label(player)}'s payoff{where}"))
        tokens.skip_comma()
    return tuple(payoffs)


def read_text(path: str | os.PathLike[str], format_name: str = "") -> str:
    """Return the contents of a game file; with a format, ``EFG`` or ``NFG``, that is its first token.

    Of a file of another format only the beginning is read.
    """
    name = os.fspath(path)
    white = rb"[ \t\r\n\f\v]"
    begins = re.compile(rb"(?:\xef\xbb\xbf)?" + white + rb"*+" + format_name.encode() + white)
    try:
        with open_regular(Path(name), MOST_BYTES) as stream:
            data = stream.read(_HEAD_SIZE)
            if format_name and begins.match(data) is None:
                encoding = encoding_advice(data)
                if encoding:
                    raise ParseError(encoding, name, 1, 1)
                head = Tokens(data.decode(errors="backslashreplace"), name)
                raise head.expected(f"{format_name}, the first word of such a file,")
            data += stream.readall()
    except OSError as error:
        raise ParseError(f"cannot be read: {error.strerror or error}", name) from None
    except ValueError as error:  # such as a name with a null byte
        if isinstance(error, ParseError):
            raise
        raise ParseError(f"cannot be read: {error}", ascii(name)) from None
    return decoded(data, name)


def decoded(data: bytes, name: str) -> str:
    """Return the text of a game file's bytes; the error for bytes that are not UTF-8 has the position."""
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        # What precedes the bad byte is text: the error is about the first one.
        line = data.count(b"\n", 0, error.start) + 1
        start_of_line = data.rfind(b"\n", 0, error.start) + 1
        before = data[start_of_line : error.start].decode().removeprefix("\ufeff")
        message = (
            encoding_advice(data)
            or f"byte 0x{data[error.start]:02x} is not UTF-8 text; convert the file to UTF-8"
        )
        raise ParseError(message, name, line, len(before) + 1) from None


@contextmanager
def errors_named(file: str) -> Iterator[None]:
    """Prefix the message of every error about the game as a whole with the file's name."""
    try:
        yield
    except ParseError:
        raise
    except ImperfectRecallError as error:
        raise ImperfectRecallError(f"{file}: {error}") from None
    except GameError as error:
        raise ParseError(str(error), file) from None
