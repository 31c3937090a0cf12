"""Follows the events of a lease."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from .errors import KeyholdError, RefusedError
from .events import POLL, EventReader
from .transport import Request

if TYPE_CHECKING:
    from .client import Client
    from .lease import Lease

# The server sends an end once a day; sooner than this, it is a repetition. In milliseconds.
HALF_DAY = 43_200_000


class Follower:
    def __init__(self, client: "Client", lease: "Lease") -> None:
        self._client, self._lease = client, lease
        self._reader = EventReader(client, self._hear)
        self._last: str | None = None
        self._shown: set[str] = set()
        # The id of the last end, for polls, and the end itself.
        self._ending_id = "none"
        self._ending: tuple[Any, Any] | None = None
        self._ending_at = 0.0

    def cut(self) -> None:
        """Ends the stream, which may be of an earlier epoch."""
        self._reader.cut()

    def run(self) -> None:
        while not self._lease._stopped.is_set():
            poll = f"/wait?epoch={self._lease._held().epoch}&timeout={POLL}&ending={quote(self._ending_id, safe='')}"
            try:
                delay = self._reader.read(self._lease._path("/events"), self._lease._path(poll), self._last)
            except RefusedError:
                # The lease changed: a heartbeat says how.
                self._lease._hurry()
                delay = 1.0
            self._lease._stopped.wait(delay)

    def _hear(self, event: str, content: dict[str, Any], id: Any) -> None:
        if self._lease._stopped.is_set():
            return
        if event == "released":
            self._lease._end(str(content.get("reason", "unknown")), str(content.get("message", "")), content.get("by"), True)
        elif event == "message" and id and id not in self._shown:
            self._shown.add(id)
            self._lease._emit("message", {"message": str(content.get("message", ""))})
            self._last = id
            try:
                self._client.call(Request("POST", self._lease._path(f"/messages/{id}/ack"), user=self._lease._user()))
            except KeyholdError:
                pass  # It is sent again, with the same id.
        elif event == "asked":
            self._lease._emit("asked", {name: content.get(name) for name in ("by", "message", "waiting")})
        elif event == "ending":
            self._hear_ending(content.get("on"), content.get("grace-until"), id)
        elif event == "entitlements":
            self._lease._hurry()
        elif event == "state" and (content.get("state") != "active" or content.get("epoch") != self._lease._held().epoch):
            self._lease._hurry()

    def _hear_ending(self, on: Any, grace_until: Any, id: Any) -> None:
        """A stream that is opened again begins with the end that was already shown."""
        now = self._client.clock.now()
        self._ending_id = str(id or self._ending_id)
        if on is None or (self._ending == (on, grace_until) and now - self._ending_at < HALF_DAY):
            return
        self._ending, self._ending_at = (on, grace_until), now
        self._lease._emit("ending", {"on": on, "grace-until": grace_until})
