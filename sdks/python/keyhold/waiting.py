"""Waiting in line for a seat, in the thread that consumes."""

from __future__ import annotations

import threading
from functools import partial
from typing import TYPE_CHECKING, Any, Callable, Optional, Union
from urllib.parse import quote

from .callback import call_back
from .clock import backoff
from .errors import AuthenticationError, InvalidReplyError, KeyholdError, PlaceLostError, RefusedError, UnreachableError
from .events import POLL, EventReader
from .transport import Request

if TYPE_CHECKING:
    from .client import Client
    from .grant import Grant

ENDINGS = {
    "taken": "The license was taken by another run of the application.",
    "left": "The line was left.",
    "sent-away": "An administrator ended the place in line.",
    "lost": "The place in line was lost, because the server did not hear from this device.",
    "offer-expired": "The license was offered, but not taken in time.",
    "too-long": "Nobody waits longer than 24 hours. Start again.",
    "not-eligible": "No license lets you use this product any more.",
}


class PlaceInLine:
    """A place in line: ``place`` 1 is the next, ``estimate_ms`` how long others have waited from it, None if unknown."""

    def __init__(self, client: "Client", waiting: dict[str, Any]) -> None:
        self._client = client
        self._path = f"/license/v1/waiting/{quote(str(waiting.get('id')), safe='')}"
        self.id = str(waiting.get("id"))
        self.place, self.estimate_ms = waiting.get("place"), waiting.get("estimate-ms")
        self._reader = EventReader(client, self._hear)
        self._on_place: Callable[[PlaceInLine], Any] = lambda _: None
        self._over: Optional[KeyholdError] = None
        self._stopped = threading.Event()
        self._is_offered = False

    def ask(self, message: str) -> int:
        """Says something to at most three holders, and returns to how many it was sent."""
        return int(self._client.call(Request("POST", f"{self._path}/ask", {"message": message})).get("asked", 0))

    def leave(self) -> None:
        """Leaves the line, from any thread: ``consume`` raises ``PlaceLostError`` with the code ``left``."""
        self._end(_lost("left"))
        self._give_up()

    def close(self) -> None:
        """Leaves the line with the code ``closed``."""
        self._end(KeyholdError("closed", "The client is closed."))
        self._give_up()

    def _give_up(self) -> None:
        try:
            self._client.retry(3, lambda: self._client.call(Request("DELETE", self._path)))
        except (RefusedError, UnreachableError):
            pass  # A place without signs of life ends by itself.

    def _end(self, why: KeyholdError) -> None:
        self._over = self._over or why
        self._stopped.set()
        self._reader.cut()

    def _show(self) -> None:
        call_back("The function on_place", partial(self._on_place, self))

    def _hear(self, event: str, content: dict[str, Any], _: Any) -> None:
        if event == "ended":
            self._end(_lost(str(content.get("reason", "lost"))))
        elif event == "offered":
            self._is_offered = True
            self._reader.cut()
        elif event in ("state", "place"):
            before = (self.place, self.estimate_ms)
            self.place, self.estimate_ms = content.get("place", self.place), content.get("estimate-ms")
            if before != (self.place, self.estimate_ms):
                self._show()

    def wait(self, on_place: Callable[[PlaceInLine], Any], take: Callable[[str], "Taken"]) -> "Grant":
        """Waits until a seat is taken. While the server cannot be reached, the place is kept for as long as the server keeps it."""
        self._on_place = on_place
        self._show()
        failures = 0
        while self._over is None:
            try:
                delay = 0.0
                if self._is_offered:
                    taken = take(self.id)
                    if not isinstance(taken, dict):
                        return self._taken(taken)
                    self._is_offered = False
                else:
                    poll = f"{self._path}/wait?timeout={POLL}&place={self.place}"
                    delay = self._reader.read(f"{self._path}/events", poll)
                failures = 0
            except (UnreachableError, InvalidReplyError) as error:
                failures += 1
                requested = error.retry_after if isinstance(error, UnreachableError) else None
                delay = backoff(min(failures, 4), self._client.clock.random(), requested)
            except RefusedError as error:
                if self._over is None and error.code == "not-found":
                    raise _lost("lost") from error
                if self._over is None and (isinstance(error, AuthenticationError) or error.code != "release-pending"):
                    raise
                self._is_offered, delay = False, 1.0
            self._stopped.wait(delay)
        raise self._over

    def _taken(self, grant: "Grant") -> "Grant":
        if self._over is None:
            return grant
        try:
            leave = Request("DELETE", f"/license/v1/leases/{grant.id}?epoch={grant.epoch}", user=grant.claims["sub"])
            self._client.holder_call(leave, grant.token)
        except KeyholdError:
            pass  # The seat becomes free when its lease expires.
        raise self._over


Taken = Union["Grant", "dict[str, Any]"]


def _lost(reason: str) -> KeyholdError:
    return PlaceLostError(reason, ENDINGS.get(reason, "The place in line has ended."))
