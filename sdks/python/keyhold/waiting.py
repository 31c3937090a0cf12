"""Waiting in line for a seat."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Callable, Optional, Union
from urllib.parse import quote

from .clock import backoff
from .errors import AuthenticationError, KeyholdError, PlaceLostError, RefusedError, UnreachableError

if TYPE_CHECKING:
    from .client import Client
    from .lease import Grant

ENDINGS = {
    "taken": "The license was taken by another run of the application.",
    "left": "The line was left.",
    "sent-away": "An administrator ended the place in line.",
    "lost": "The place in line was lost, because the server did not hear from this device.",
    "offer-expired": "The license was offered, but not taken in time.",
    "too-long": "Nobody waits longer than 24 hours. Start again.",
    "not-eligible": "No license lets you use this product any more.",
}
POLL = 25


class PlaceInLine:
    """A place in line: ``place`` 1 is the next, ``estimate_ms`` how long others have waited from it, None if unknown."""

    def __init__(self, client: "Client", waiting: dict[str, Any]) -> None:
        self._client = client
        self._path = f"/license/v1/waiting/{quote(str(waiting.get('id')), safe='')}"
        self.id = str(waiting.get("id"))
        self.place, self.estimate_ms = waiting.get("place"), waiting.get("estimate-ms")
        self.has_left = False

    def ask(self, message: str) -> int:
        """Says something to at most three holders, and returns to how many it was sent."""
        return int(self._client.call("POST", f"{self._path}/ask", {"message": message}).get("asked", 0))

    def leave(self) -> None:
        """Leaves the line: ``consume`` raises ``PlaceLostError`` with the code ``left``."""
        self.has_left = True
        try:
            self._client.retry(3, lambda: self._client.call("DELETE", self._path))
        except (RefusedError, UnreachableError):
            pass  # A place without signs of life ends by itself.

    def changes(self) -> list[dict[str, Any]]:
        """The events since this place was known; the server waits for one."""
        path = f"{self._path}/wait?timeout={POLL}&place={self.place}"
        items = self._client.call("GET", path, None, POLL + 10.0).get("items")
        return [item for item in items if isinstance(item, dict)] if isinstance(items, list) else []

    def moved(self, data: dict[str, Any]) -> bool:
        before = (self.place, self.estimate_ms)
        self.place, self.estimate_ms = data.get("place", self.place), data.get("estimate-ms")
        return before != (self.place, self.estimate_ms)


Taken = Union["Grant", "dict[str, Any]"]


def wait_in_line(place: PlaceInLine, on_place: Callable[[PlaceInLine], Any], take: Callable[[str], Taken]) -> "Grant":
    """Waits until a seat is taken. While the server cannot be reached, the place is kept for as long as the server keeps it."""
    client, failures = place._client, 0
    on_place(place)
    while True:
        try:
            grant = _next(place, on_place, take)
            failures = 0
            if grant is not None:
                return grant
        except UnreachableError:
            failures += 1
            time.sleep(backoff(min(failures, 4), client.clock.random()))
        except RefusedError as error:
            if isinstance(error, AuthenticationError) or error.code not in ("not-found", "release-pending"):
                raise
            if error.code == "not-found":
                raise _lost("left" if place.has_left else "lost") from error
        if place.has_left:
            raise _lost("left")


def _next(place: PlaceInLine, on_place: Callable[[PlaceInLine], Any], take: Callable[[str], Taken]) -> Optional["Grant"]:
    for item in place.changes():
        event, data = item.get("event"), item.get("data")
        content = data if isinstance(data, dict) else {}
        if event == "ended":
            raise _lost("left" if place.has_left else str(content.get("reason", "lost")))
        if event == "offered" and not place.has_left:
            taken = place._client.retry(5, lambda: take(place.id))
            if not isinstance(taken, dict):
                return taken
        elif event in ("state", "place") and place.moved(content):
            on_place(place)
    return None


def _lost(reason: str) -> KeyholdError:
    return PlaceLostError(reason, ENDINGS.get(reason, "The place in line has ended."))
