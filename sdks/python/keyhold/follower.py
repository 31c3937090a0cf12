"""Follows the events of a lease."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .errors import KeyholdError, RefusedError
from .events import POLL, EventReader

if TYPE_CHECKING:
    from .client import Client
    from .lease import Lease


class Follower:
    def __init__(self, client: "Client", lease: "Lease") -> None:
        self._client, self._lease = client, lease
        self._reader = EventReader(client, self._hear)
        self._last: str | None = None
        self._shown: set[str] = set()

    def cut(self) -> None:
        """Ends the stream, which may be of an earlier epoch."""
        self._reader.cut()

    def run(self) -> None:
        while not self._lease._stopped.is_set():
            poll = f"/wait?epoch={self._lease._held().epoch}&timeout={POLL}"
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
                self._client.call("POST", self._lease._path(f"/messages/{id}/ack"))
            except KeyholdError:
                pass  # It is sent again, with the same id.
        elif event == "asked":
            self._lease._emit("asked", {name: content.get(name) for name in ("by", "message", "waiting")})
        elif event == "entitlements":
            self._lease._hurry()
        elif event == "state" and (content.get("state") != "active" or content.get("epoch") != self._lease._held().epoch):
            self._lease._hurry()
