"""Playing cards as SVG, for pages."""

from __future__ import annotations

from seqform.play.display import Card
from seqform.system.foreign_text import html_text

RANKS = {"T": "ten", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}
SUITS = {
    "♠": ("spades", "s", "M12 1.5C17 7 21.7 10.2 21.7 14.9A4.7 4.7 0 0 1 13.2 17.4Q13.5 20.3 15.8 22.5H8.2"
          "Q10.5 20.3 10.8 17.4A4.7 4.7 0 0 1 2.3 14.9C2.3 10.2 7 7 12 1.5Z"),
    "♥": ("hearts", "h", "M12 22C5.2 16.3 1.8 12.3 1.8 8A5.3 5.3 0 0 1 12 5.7A5.3 5.3 0 0 1 22.2 8"
          "C22.2 12.3 18.8 16.3 12 22Z"),
    "♦": ("diamonds", "d", "M12 1.3Q15.6 7.2 20.2 12Q15.6 16.8 12 22.7Q8.4 16.8 3.8 12Q8.4 7.2 12 1.3Z"),
    "♣": ("clubs", "c", "M12 1.6A4.7 4.7 0 0 1 15.6 9.4A4.7 4.7 0 1 1 13.2 17.1Q13.5 20.3 15.8 22.5H8.2"
          "Q10.5 20.3 10.8 17.1A4.7 4.7 0 1 1 8.4 9.4A4.7 4.7 0 0 1 12 1.6Z"),
}  # fmt: skip
"""For each suit its name, its class in the style sheet, and its sign in a square of 24 units."""

_PAPER = '<rect class="paper" x=".5" y=".5" width="79" height="111" rx="8"/>'


def spoken(card: Card) -> str:
    """Return a card in words.

    Examples
    --------
    >>> spoken(Card("K", "♠")), spoken(Card("J")), spoken(Card("")), spoken(Card("1-4"))
    ('king of spades', 'jack', 'face down', '1-4')
    """
    if card.hidden:
        return "face down"
    return RANKS.get(card.text, card.text) + (f" of {SUITS[card.suit][0]}" if card.suit else "")


def drawn(card: Card, owner: str = "") -> str:
    """Return a card as an SVG element with a text for screen readers, which begins with its owner.

    Examples
    --------
    >>> drawn(Card("K", "♠"), "your card")[:89]
    '<svg class="card s" viewBox="0 0 80 112" role="img" aria-label="your card: king of spades'
    """
    label = html_text(f"{owner}: {spoken(card)}" if owner else spoken(card))
    kind = "back" if card.hidden else SUITS[card.suit][1] if card.suit else "plain"
    inside = _back() if card.hidden else _suited(card) if card.suit else _plain(card.text)
    return (
        f'<svg class="card {kind}" viewBox="0 0 80 112" role="img" aria-label="{label}">'
        f'<g aria-hidden="true">{inside}</g></svg>'
    )


def _back() -> str:
    lattice = "".join(f"M{x} 9L{x + 94} 103M{x + 94} 9L{x} 103" for x in range(-84, 72, 12))
    return (
        f'{_PAPER}<rect class="cloth" x="6" y="6" width="68" height="100" rx="4"/>'
        f'<svg x="9" y="9" width="62" height="94" viewBox="9 9 62 94"><path class="lattice" d="{lattice}"/></svg>'
        '<rect class="edge" x="9" y="9" width="62" height="94" rx="2.5"/>'
    )


def _suited(card: Card) -> str:
    sign = SUITS[card.suit][2]
    corner = (
        f'<text class="index" x="14" y="23">{html_text("10" if card.text == "T" else card.text)}</text>'
        f'<path transform="translate(7.4 27) scale(.55)" d="{sign}"/>'
    )
    turned = f'<g transform="rotate(180 40 56)">{corner}</g>'
    return f'{_PAPER}{corner}{turned}<path transform="translate(19.6 35.6) scale(1.7)" d="{sign}"/>'


def _plain(text: str) -> str:
    size = min(44.0, 92 / len(text))
    corner = f'<text class="index" x="14" y="23">{html_text(text)}</text>' if len(text) < 3 else ""
    turned = f'<g transform="rotate(180 40 56)">{corner}</g>' if corner else ""
    middle = f'<text x="40" y="{56 + 0.36 * size:.1f}" font-size="{size:.1f}">{html_text(text)}</text>'
    return f'{_PAPER}<rect class="frame" x="22" y="29" width="36" height="54" rx="4"/>{corner}{turned}{middle}'
