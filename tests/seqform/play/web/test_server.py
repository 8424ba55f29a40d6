"""The page of a session: which requests are refused, and what forms do."""

import asyncio
import re
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from threading import Event
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlencode

import pytest
from assessments import kuhn_equilibrium
from hypothesis import given, settings
from hypothesis import strategies as some

import seqform as sf
from seqform.builders.games.tree import leaf, move, tree
from seqform.errors import OptionError
from seqform.io.pages import hash_of
from seqform.play import Information, ProfileAgent, RandomAgent, Session, open_game, open_session
from seqform.play.display import score_lines
from seqform.play.session import HIDDEN
from seqform.play.web.server import MOST_BYTES, FormSession

pytest.importorskip("starlette", reason="the extra 'play' brings Starlette")
pytest.importorskip("jinja2", reason="the extra 'play' brings Jinja")

PORT = 8123
HOST = f"127.0.0.1:{PORT}"
ORIGIN = f"http://{HOST}"
KUHN = open_game("kuhn")
# Never bets a jack.
EQUILIBRIUM = ProfileAgent("equilibrium", kuhn_equilibrium(sf.load("kuhn"), Fraction(0)))
FORM = "application/x-www-form-urlencoded"


@dataclass
class Answer:
    """What the application answers."""

    status: int
    headers: dict[str, str]
    text: str


class Opened:
    """A session with a client that sends what it is asked to send, forged or not."""

    def __init__(self, session: Session, *, enter: bool = True, **options: Any) -> None:
        self.session = session
        self.ends: list[bool] = []
        self.form = FormSession(session, end=lambda: self.ends.append(True), **options)
        self.guard = self.form.application(PORT)
        self.cookie = ""
        if enter:
            self.cookie = self.get(self.guard.entrance).headers["set-cookie"].partition(";")[0]

    def ask(
        self,
        method: str,
        address: str,
        headers: dict[str, str | None],
        body: bytes = b"",
        *,
        cut: bool = False,
    ) -> Answer:
        """Send a request; headers that are None are left out, and one that is cut ends before its body."""
        sent: list[Any] = []
        named = {"host": HOST, "cookie": self.cookie, "content-length": str(len(body)), **headers}
        path, _, query = address.partition("?")
        scope = {
            "type": "http",
            "method": method,
            "path": path,
            "query_string": query.encode(),
            "headers": [
                (name.encode(), text.encode("latin-1"))
                for name, text in named.items()
                if text is not None
            ],
        }

        async def receive() -> Any:
            return {"type": "http.disconnect"} if cut else {"type": "http.request", "body": body}

        async def send(message: Any) -> None:
            sent.append(message)

        asyncio.run(self.guard(scope, receive, send))
        answered = {name.decode(): text.decode() for name, text in sent[0]["headers"]}
        return Answer(
            sent[0]["status"], answered, b"".join(part["body"] for part in sent[1:]).decode()
        )

    def get(self, address: str, **headers: str | None) -> Answer:
        return self.ask("GET", address, headers)

    def post(self, body: dict[str, Any], address: str = "/", **headers: str | None) -> Answer:
        named = {"origin": ORIGIN, "content-type": FORM} | {
            name.replace("_", "-"): headers[name] for name in headers
        }
        return self.ask("POST", address, named, urlencode(body).encode())

    def take(self, action: str) -> Answer:
        """Send the form of the present state."""
        return self.post({"step": self.form.step, "do": action})


def opened(game: str = "kuhn", **options: Any) -> Opened:
    given = {key: options.pop(key) for key in ("hands", "hints", "enter") if key in options}
    against = EQUILIBRIUM if game == "kuhn" else None
    return Opened(open_session(game, **{"seed": 3, "against": against, **options}), **given)


# ---- who may ask ----


def test_the_first_address_is_exchanged_for_a_cookie_once() -> None:
    play = opened(enter=False)
    assert play.get("/").status == play.get("/enter/guessed").status == 403
    answer = play.get(play.guard.entrance)
    cookie = answer.headers["set-cookie"]
    assert (answer.status, answer.headers["location"]) == (303, "/")
    assert (
        "HttpOnly" in cookie
        and "SameSite=strict" in cookie
        and "Path=/" in cookie
        and "Domain" not in cookie
    )
    assert play.get(play.guard.entrance).status == 403 and play.get("/").status == 403
    play.cookie = cookie.partition(";")[0]
    assert play.get("/").status == 200 and play.get(play.guard.entrance).status == 303


FORGED: dict[str, tuple[int, list[str | None]]] = {
    "cookie": (403, [None, "", "seqform-8123=", "seqform-8123=guessed", "seqform-8123=\xe9", "other=1"]),
    "host": (421, [None, "", "localhost", "localhost:8123", "127.0.0.1", "127.0.0.1:80", "evil:8123", f"{HOST}.evil"]),
    "origin": (
        403, [None, "", "null", "http://localhost:8123", "http://127.0.0.1", "https://127.0.0.1:8123", "http://evil"],
    ),
    "content_type": (415, ["application/json", "text/plain", "multipart/form-data; boundary=x", "", None]),
}  # fmt: skip
"""Headers of requests that do not come from the page, and the status with which they are refused."""


@pytest.mark.parametrize("header", FORGED)
def test_requests_that_do_not_come_from_the_page_are_refused(header: str) -> None:
    play, entering = opened(), opened(enter=False)
    status, values = FORGED[header]
    for value in values:
        forged: dict[str, Any] = {header: value}
        answers = [play.post(form, **forged) for form in ({"step": 0, "do": "0"}, {"do": "quit"})]
        if header in ("cookie", "host"):
            for address in ("/", "/hand/1", "/history.jsonl", "/nowhere", "/enter/guessed"):
                answers += [
                    play.get(address, **forged),
                    play.post({"step": 0, "do": "0"}, address, **forged),
                ]
        if header == "host":
            answers.append(entering.get(entering.guard.entrance, **forged))
        assert all(answer.status == status and "kuhn" not in answer.text for answer in answers)
    assert play.form.step == 0 and not play.session.hands and not play.ends


def test_long_bodies_and_other_methods_are_refused() -> None:
    play = opened()
    assert play.post({"step": 0, "do": "0", "more": "x" * MOST_BYTES}).status == 413
    for length, status in (
        ("9" * 30, 413),
        (None, 411),
        ("", 411),
        ("-1", 411),
        ("1e3", 411),
        ("\xb2", 411),
    ):
        assert play.post({"step": 0, "do": "0"}, content_length=length).status == status
    for method in ("PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "TRACE"):
        assert play.ask(method, "/", {}).status == 405
    assert play.form.step == 0


def test_addresses_that_do_not_exist_are_refused() -> None:
    play = opened()
    for address in (
        "/nowhere",
        "/hand/1",
        "/hand/0",
        "/hand/-1",
        "/hand/x",
        "/../etc/passwd",
        "/hand/" + "9" * 5000,
    ):
        assert play.get(address).status == 404
    assert play.post({}, "/hand/1").status == 405


TEXT = some.text(some.characters(exclude_categories=["Cs"]))
WORD = TEXT | some.sampled_from(
    ["9" * 5000, "1", "01", "+1", "1 ", "١", "²", "1_0", "next", "train", "0"]
)


@given(
    path=some.builds(
        "{}{}?{}".format,
        some.sampled_from(["/", "/hand/", "/hand/1/", "/history.jsonl", "/enter/"]),
        WORD,
        WORD,
    ),
    form=some.dictionaries(some.sampled_from(["step", "do", "\0"]), WORD),
    body=some.binary(max_size=99),
)
def test_no_request_of_any_form_is_an_error_of_the_server(
    path: str, form: dict[str, str], body: bytes
) -> None:
    play = opened(seat=0)
    named: dict[str, str | None] = {"origin": ORIGIN, "content-type": FORM}
    answers = [play.get(path), play.ask("POST", path, named, body), play.post(form)]
    answers.append(play.ask("POST", "/", {**named, "content-length": "100"}, cut=True))
    assert all(answer.status < 500 for answer in answers)
    assert play.form.failure is None


def test_actions_that_do_not_exist_and_forms_for_another_state_are_not_taken() -> None:
    play = opened(seat=0)
    for action in ("", "2", "-1", "00", "0.0", "bet", "next", "¹", "9" * 2000, "None", "__class__"):
        answer = play.take(action)
        assert answer.status == 400 and "There is no such action." in answer.text
    for step in ("", "1", "-1", "00", "0 ", "x", "1e0"):
        answer = play.post({"step": step, "do": "0"})
        assert (answer.status, answer.headers["location"]) == (303, "/?outdated")
    assert play.form.step == 0 and len(play.session.observation().moves) == 2
    assert "out of date" in play.get("/?outdated").text and "out of date" not in play.get("/").text


def test_every_answer_is_neither_stored_nor_framed_and_runs_its_own_script_only() -> None:
    play = opened(seat=0)
    paths, forged = ("/hand/1", "/x"), play.get("/", host="")
    for answer in (play.get("/"), play.take("9"), play.take("1"), *map(play.get, paths), forged):
        policy = answer.headers["content-security-policy"]
        assert (
            policy.startswith("default-src 'none'")
            and "frame-ancestors 'none'" in policy
            and "unsafe" not in policy
        )
        assert (
            answer.headers["cache-control"] == "no-store"
            and answer.headers["x-content-type-options"] == "nosniff"
        )
        assert (
            answer.headers["referrer-policy"] == "same-origin"
            and answer.headers["x-frame-options"] == "DENY"
        )
        for kind in ("script", "style"):
            for own in re.findall(f"<{kind}>(.*?)</{kind}>", answer.text, re.DOTALL):
                assert f"{kind}-src '{hash_of(own)}'" in policy


# ---- playing ----


def forms(text: str) -> list[tuple[str, str]]:
    """Return the numbers of states and the values of all buttons of a page."""
    found = []
    for form in re.findall(r'<form[^>]*method="post" action="/">(.*?)</form>', text, re.DOTALL):
        step = re.search(r'name="step" value="(\d+)"', form)
        found += [
            (step[1] if step else "", value)
            for value in re.findall(r'<button[^>]* name="do" value="(\w+)"', form)
        ]
    return found


@pytest.mark.parametrize(
    "game",
    [
        "kuhn",
        "leduc(ranks=2)",
        "liars-dice(sides=2)",
        "tic-tac-toe",
        "matching-pennies",
        "oh-hell(cards=2)",
    ],
)
def test_hands_are_played_by_the_forms_of_the_page_and_nothing_hidden_is_on_it(game: str) -> None:
    play = opened(game, against="random", seed=1)
    random = Random(game)
    while len(play.session.hands) < 12:
        shown = play.session.observation()
        answer = play.get("/")
        assert answer.status == 200
        text = answer.text
        assert "\\n" not in text.partition("<main")[2].partition("<script")[0]
        offered = [value for step, value in forms(text) if step == str(play.form.step)]
        names = (
            ["next"]
            if shown.turn is None
            else [str(place) for place in range(len(shown.turn.actions))]
        )
        assert offered == names
        if shown.turn is not None and play.session.playable.felt is not None:
            assert text.count("face down") == sum(move.action == HIDDEN for move in shown.moves)
        answer = play.take(random.choice(offered))
        assert (answer.status, answer.headers["location"]) == (303, "/")
    assert "12 hands" in play.get("/").text


@given(some.integers(0, 10**6))
@settings(max_examples=6)
def test_a_page_before_the_end_of_a_hand_depends_on_what_the_person_observes_only(
    seed: int,
) -> None:
    pages: dict[str, str] = {}
    for deal in range(8):
        play = Opened(Session(KUHN, RandomAgent(), seed=seed + deal, seat=0))
        turn: Any = play.session.observation().turn
        text = play.get("/").text
        assert pages.setdefault(turn.infoset, text) == text


def test_the_review_and_the_score_are_those_of_the_session() -> None:
    play = opened(seat=0)
    play.take("1")
    text = play.get("/").text
    assert "You lose 2." in text and "as good as any; the profile itself never plays it" in text
    for line in score_lines(play.session):
        assert f"<dt>{line.label}</dt>" in text
    assert play.get("/hand/1").text.count("as good as any") == 1
    play.take("next")
    assert "as good as any" not in play.get("/").text
    blunder = opened(seat=1, seed=2, hints=True)
    assert "Before your decision" in blunder.get("/").text


def test_after_the_last_hand_the_session_can_only_be_ended() -> None:
    play = opened(seat=0, hands=1)
    play.take("1")
    assert [value for _, value in forms(play.get("/").text)] == ["quit", "quit"]
    assert play.take("next").status == 400 and not play.ends
    answer = play.take("quit")
    assert answer.status == 200 and "1 hand played" in answer.text and play.ends == [True]


def test_an_error_of_the_session_ends_it_and_shows_nothing_hidden() -> None:
    def choose(view: Information, random: Random) -> int:
        raise OptionError("<b>out</b> of order")

    play = Opened(Session(KUHN, SimpleNamespace(name="broken", choose=choose), seat=0, seed=3))
    assert play.take("0").status == 303
    answer = play.get("/")
    assert answer.status == 500 and "&lt;b&gt;out&lt;/b&gt; of order" in answer.text
    assert "card" not in answer.text.partition("</style>")[2]
    assert play.ends and isinstance(play.form.failure, OptionError)
    history = play.session.history
    for action in ("0", "1"):
        assert play.take(action).status == 303
    assert play.session.history == history


def test_hostile_names_are_text() -> None:
    labels = (
        "<script>alert(1)</script>",
        "\"'><img src=x onerror=alert(1)>",
        "\x1b[31m\u202e",
        "{{ 7 * 7 }}",
        "s" * 400,
    )
    game = tree(
        labels[0], move(0, labels[1], {label: leaf(place) for place, label in enumerate(labels)})
    )
    play = Opened(open_session(game, "random"))
    for text in (
        play.get("/").text,
        play.take("3").text,
        play.get("/").text,
        play.get("/hand/1").text,
    ):
        assert (
            "<img" not in text
            and "alert(1)</script>" not in text
            and "49" not in text
            and "\x1b" not in text
        )
        assert text.count("<script>") in (0, 1)


# ---- reviews in the background ----


def until_over(play: Opened) -> None:
    while not play.session.over:
        play.take("0")


def test_the_result_of_a_hand_comes_before_its_review(monkeypatch: pytest.MonkeyPatch) -> None:
    play, known = opened(), Event()
    monkeypatch.setattr("seqform.play.web.server.PATIENCE", 0.0)
    review = play.session.review
    monkeypatch.setattr(play.session, "review", lambda *hand: known.wait(60) and review(*hand))
    until_over(play)
    early = play.get("/").text
    assert re.search("You (win|lose)", early) and "Your decisions are being reviewed" in early
    assert "Your decisions in this hand" not in early and "mistakes have cost" not in early
    # Nobody has to wait for it.
    assert play.take("next").status == 303 and play.session.observation().hand == 2
    until_over(play)
    known.set()
    later = play.get("/?reviewed").text
    assert "Your decisions in this hand" in later and "mistakes have cost" in later
    assert "being reviewed" not in later and "being reviewed" not in play.get("/").text
    assert "Your decisions in this hand" in play.get("/hand/1").text


def test_a_review_that_fails_ends_the_server_with_its_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    play = opened()

    def fail(*_: object) -> None:
        raise OptionError("no review of this hand")

    monkeypatch.setattr(play.session, "review", fail)
    until_over(play)
    answer = play.get("/?reviewed")
    assert answer.status == 500 and "no review of this hand" in answer.text and play.ends == [True]
