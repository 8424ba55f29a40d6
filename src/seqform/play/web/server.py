"""A session of a person as a page in the browser, served on the loopback interface of this machine.

The page is HTML that works without a script. Every form has the number of the state of the session that it was made
for, so that a form sent twice, from an old tab or after the back button is answered by the present state and never
taken. The session stays in the server: a page has what the person may observe, and nothing else.

All requests are handled by the event loop, and change the session one after the other; reviews are computed in a thread
meanwhile, and a page is answered before they are known. `Guard` refuses those that do not come from the page.
"""

from __future__ import annotations

import asyncio
import math
import socket
import time
from collections.abc import Callable
from http import HTTPStatus
from secrets import compare_digest, token_urlsafe
from threading import Thread
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

from seqform.errors import OptionError
from seqform.play.session import Session
from seqform.play.web.page import NEXT, QUIT, TRAIN, Page
from seqform.system.packages import require
from seqform.system.programs import open_page

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

HOST = "127.0.0.1"
"""The only interface on which pages are served."""

MOST_BYTES = 4096
"""Bound on the body of a request."""

COOKIE = "seqform"
"""The beginning of the cookie's name; the port follows, since browsers share cookies between ports."""

ENTRANCE = "/enter/"
"""The beginning of the first address; a secret follows."""

STEP, ACTION = "step", "do"
"""The fields of a form: the state of the session for which it was made, and the value of a button."""

OUTDATED, REVIEWED = "outdated", "reviewed"
"""Queries of the address: to which an outdated form is redirected, and by which a page with reviews is asked for."""


class Guard:
    """Refuses requests that do not come from the page itself; a layer of ASGI around an application.

    A request needs the server's own ``Host``, which no other name that resolves to this machine has, and the cookie,
    which a browser gets by the secret in the first address. One that changes anything needs the server's own ``Origin``
    as well, and a short form as its body. The first address works once: addresses of programs' arguments and of a
    browser's history are no secrets for long.
    """

    def __init__(self, app: ASGIApp, port: int) -> None:
        self.app = app
        self.host = f"{HOST}:{port}"
        self.entrance = ENTRANCE + token_urlsafe(24)
        self.is_open = True
        self._name, self._cookie = f"{COOKIE}-{port}", token_urlsafe(24)

    @property
    def address(self) -> str:
        """The first address, with the secret."""
        return f"http://{self.host}{self.entrance}"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        from starlette.datastructures import MutableHeaders
        from starlette.requests import Request
        from starlette.responses import PlainTextResponse, RedirectResponse

        async def protected(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        request = Request(scope)
        refusal = self._refusal(request)
        answer: ASGIApp = self.app
        if refusal is not None:
            status, reason = refusal
            answer = PlainTextResponse(f"{status.phrase}: {reason}\n", status)
        elif scope["path"].startswith(ENTRANCE):
            self.is_open = False
            answer = entered = RedirectResponse("/", HTTPStatus.SEE_OTHER)
            entered.set_cookie(self._name, self._cookie, httponly=True, samesite="strict")
        await answer(scope, receive, protected)

    def _refusal(self, request: Request) -> tuple[HTTPStatus, str] | None:
        """Return the status and the reason with which a request is refused; None if it is not."""
        if request.headers.getlist("host") != [self.host]:
            return HTTPStatus.MISDIRECTED_REQUEST, "not the host of this page"
        if request.method not in ("GET", "POST"):
            return HTTPStatus.METHOD_NOT_ALLOWED, "GET or POST expected"
        path = request.scope["path"]
        if not compare_digest(request.cookies.get(self._name, "").encode(), self._cookie.encode()):
            if path.startswith(ENTRANCE) and not self.is_open:
                return (
                    HTTPStatus.FORBIDDEN,
                    "this address works once; play in the browser that opened it first",
                )
            if not compare_digest(path.encode(), self.entrance.encode()) or request.method != "GET":
                return (
                    HTTPStatus.FORBIDDEN,
                    "no session; open the address that the command has printed",
                )
        if request.method == "POST":
            if request.headers.getlist("origin") != [f"http://{self.host}"]:
                return HTTPStatus.FORBIDDEN, "sent from another page"
            if (
                request.headers.get("content-type", "").partition(";")[0]
                != "application/x-www-form-urlencoded"
            ):
                return HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "a form expected"
            length = request.headers.get("content-length", "")
            if not (length.isascii() and length.isdecimal()):
                return HTTPStatus.LENGTH_REQUIRED, "the length of the form expected"
            if len(length) > 9 or int(length) > MOST_BYTES:
                return HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"at most {MOST_BYTES} bytes expected"
        return None


HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "same-origin",  # with no-referrer, the forms of the page itself would have the origin null
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
"""The headers of every answer; pages have a policy of their own, which allows their style, script and forms."""


PATIENCE = 0.2
"""Seconds for which a page waits for reviews, which follow otherwise."""


class FormSession:
    """A session that a person plays by forms.

    - `step`: Number of the session's state: of the actions taken and the hands begun since the start of the server.
    - `failure`: An error of the session, such as a history that cannot be written; nothing can be played after it.
    """

    def __init__(
        self,
        session: Session,
        *,
        hands: int | None = None,
        hints: bool = False,
        ranges: str = "",
        end: Callable[[], None] = lambda: None,
    ) -> None:
        self.session, self.hands, self.end = session, hands, end
        self.page = Page(session, hands=hands, hints=hints, ranges=ranges)
        self.step = 0
        self.failure: Exception | None = None
        self._judge: Thread | None = None

    def application(self, port: int) -> Guard:
        """Return the application, with its guard."""
        from starlette.applications import Starlette
        from starlette.routing import Route

        routes = [
            Route("/", self.show),
            Route("/", self.take, methods=["POST"]),
            # A text, since Python makes no integer of 5,000 digits.
            Route("/hand/{number}", self.show_hand),
            Route("/history.jsonl", self.show_history),
        ]
        return Guard(Starlette(routes=routes), port)

    async def show(self, request: Request) -> Response:
        """Answer with the present state: with reviews if these take no time, or are asked for."""
        await self._reviewed(math.inf if REVIEWED in request.query_params else PATIENCE)
        return self._answer(
            lambda: self.page.table(self.step, outdated=OUTDATED in request.query_params)
        )

    async def show_hand(self, request: Request) -> Response:
        """Answer with the review of a hand that is over."""
        hands = {str(number): hand for number, hand in enumerate(self.session.hands, start=1)}
        hand = hands.get(request.path_params["number"])
        if hand is None:
            return self._answer(
                lambda: self.page.message("There is no such hand."), HTTPStatus.NOT_FOUND
            )
        await self._reviewed(math.inf)
        return self._answer(lambda: self.page.hand(hand))

    async def _reviewed(self, patience: float) -> None:
        """Review the hands that are over, in a thread that only fills what the session remembers; wait for it a while.

        A thread of its own ends with the process, as one of a pool does not.
        """
        until = time.monotonic() + patience
        while not self.page.is_judged and self.failure is None and time.monotonic() < until:
            if self._judge is None or not self._judge.is_alive():
                self._judge = Thread(
                    target=self._review, args=[len(self.session.hands)], daemon=True
                )
                self._judge.start()
            await asyncio.sleep(0.005)

    def _review(self, hands: int) -> None:
        try:
            for hand in self.session.hands[:hands]:
                self.session.review(hand)
            self.session.scored()
            self.page.judged = hands
        except Exception as error:
            self.failure = error

    async def show_history(self, request: Request) -> Response:
        """Answer with the history, which `resume_session` continues."""
        from starlette.responses import Response

        headers = {"Content-Disposition": 'attachment; filename="history.jsonl"'}
        return Response(self.session.history, headers=headers, media_type="application/jsonl")

    async def take(self, request: Request) -> Response:
        """Take the action of a form that was made for the present state, and redirect to the state after it."""
        from starlette.requests import ClientDisconnect
        from starlette.responses import RedirectResponse, Response

        try:
            body = await request.body()
        except ClientDisconnect:  # within the form: nothing is taken, and nobody reads the answer
            return Response(status_code=HTTPStatus.BAD_REQUEST)
        form = parse_qs(body.decode("ascii", "replace"))
        step, action = (form.get(name, [""])[-1] for name in (STEP, ACTION))
        if action == QUIT:
            self.end()
            return self._answer(self.page.end)
        if step != str(self.step) or self.failure is not None:
            return RedirectResponse(f"/?{OUTDATED}", HTTPStatus.SEE_OTHER)
        if action not in self.page.choices():
            return self._answer(
                lambda: self.page.message("There is no such action."), HTTPStatus.BAD_REQUEST
            )
        try:
            if action in (NEXT, TRAIN):
                self.session.next(train=action == TRAIN)
            else:
                self.session.act(int(action))
            self.step += 1
        except Exception as error:
            if action == TRAIN and isinstance(error, OptionError):
                problem = str(error)
                return self._answer(lambda: self.page.message(problem))
            self.failure = error  # the session may be between two moves, where it shows what the person may not see
        return RedirectResponse("/", HTTPStatus.SEE_OTHER)

    def _answer(self, text: Callable[[], str], status: HTTPStatus = HTTPStatus.OK) -> Response:
        """Return a page, or after an error of the session the last one, with which the server ends."""
        from starlette.responses import HTMLResponse

        try:
            content = text() if self.failure is None else self.page.failed(self.failure)
        except Exception as error:
            self.failure = error
            content = self.page.failed(error)
        if self.failure is not None:
            status = HTTPStatus.INTERNAL_SERVER_ERROR
            self.end()
        return HTMLResponse(content, status, {"Content-Security-Policy": self.page.policy})


def serve(
    session: Session,
    *,
    port: int = 0,
    hands: int | None = None,
    hints: bool = False,
    ranges: str = "",
    open_browser: bool = True,
    say: Callable[[str], None] = print,
) -> None:
    """Serve a session as a page on this machine until the person ends it there, or by Ctrl-C.

    - `port`: A free one if 0.
    - `hands`: No hand begins after so many.
    - `hints`: Show the worth of the actions before every decision.
    - `ranges`: A picture of both players' ranges, as SVG, which the page shows on demand.
    - `open_browser`: Open the page in the browser of the system.
    - `say`: Called with the address of the page.

    Raises KeyboardInterrupt after Ctrl-C.
    """
    require_servable()
    import uvicorn

    try:
        listening = socket.create_server((HOST, port))
    except (OSError, OverflowError) as error:
        raise OptionError(
            f"port {port}: {getattr(error, 'strerror', None) or error}; another one, or 0 for any"
        ) from None
    with listening:
        form = FormSession(session, hands=hands, hints=hints, ranges=ranges)
        guard = form.application(listening.getsockname()[1])
        config = uvicorn.Config(
            guard,
            log_config=None,
            access_log=False,
            log_level="error",
            lifespan="off",
            ws="none",
            server_header=False,
            timeout_graceful_shutdown=2,
        )
        server = uvicorn.Server(config)
        form.end = lambda: setattr(server, "should_exit", True)
        say(guard.address)
        if (
            judge := session.judge
        ) is not None:  # what the score of the first hands needs is known when they are over
            Thread(target=lambda: [judge.perfect(seat) for seat in (0, 1)], daemon=True).start()
        if open_browser:
            # on a thread of its own, since some browsers run until they are closed
            Thread(target=open_page, args=[guard.address], daemon=True).start()
        server.run([listening])
    if form.failure is not None:
        raise form.failure


def require_servable() -> None:
    """Raise an error with the command that installs them where packages are missing that serve a page."""
    for module in ("starlette", "uvicorn", "jinja2"):
        require(module, "a page of a session")
