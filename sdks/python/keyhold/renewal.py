"""Tokens of a sign-in: stored, and renewed by one process at a time."""

from __future__ import annotations

import json
import time
from typing import Any, Optional

from .clock import Clock, backoff
from .errors import AuthenticationError, UnreachableError
from .oauth import AuthorizationServer, Tokens
from .store import Store, lock
from .tokens import content_of

# The server repeats its reply within 10 s of a renewal, and ends the session at any later use of the refresh token. Seconds.
TIMEOUT = 2.5
REPEAT_FOR = 3.0
LONGEST_PAUSE = 1.0


class Renewal:
    """Several processes may share the store."""

    def __init__(self, store: Store, name: str, server: AuthorizationServer, clock: Clock) -> None:
        self._store, self._name, self._server, self._clock = store, name, server, clock
        self._used: set[str] = set()

    def restore(self) -> Optional[Tokens]:
        try:
            stored = json.loads(self._store.get(self._name) or "null")
        except ValueError:
            return None
        is_whole = isinstance(stored, dict) and all(isinstance(stored.get(name), str) for name in ("access-token", "refresh-token"))
        return stored if is_whole and _user(stored) else None

    def keep(self, tokens: Tokens) -> None:
        self._store.set(self._name, json.dumps(tokens))

    def forget(self) -> None:
        self._store.set(self._name, None)

    def _newest(self, held: Tokens) -> Tokens:
        """The stored tokens, if another process has stored newer ones of the same user."""
        stored = self.restore()
        if stored is None:
            raise AuthenticationError("authentication", "The user was signed out by another run of the application.", 401)
        if stored["refresh-token"] == held["refresh-token"] or stored["refresh-token"] in self._used:
            return held
        if _user(stored) != _user(held):
            raise AuthenticationError("user-changed", "Another user has signed in.", 401)
        self._used.add(held["refresh-token"])
        return stored

    def renew(self, before: Tokens) -> Tokens:
        """The next pair: the one that another process has stored meanwhile, or a new one of the server."""
        self._server.find()
        with lock(self._store, self._name):
            begun = self._clock.now()
            failures = 0
            while True:
                held = self._newest(before)
                if held is not before and float(held["expires-on"]) - self._clock.wall() > TIMEOUT * 1000:
                    return held
                try:
                    return self._renewed(held)
                except AuthenticationError:
                    other = self._newest(held)
                    if other is not held:
                        return other
                    self.forget()
                    raise
                except UnreachableError:
                    failures += 1
                    if self._clock.now() - begun >= REPEAT_FOR * 1000:
                        raise
                    time.sleep(min(LONGEST_PAUSE, backoff(failures, self._clock.random())))

    def _renewed(self, held: Tokens) -> Tokens:
        following = self._server.renew(held["refresh-token"], TIMEOUT)
        self._used.add(held["refresh-token"])
        try:
            self.keep(following)
        except OSError:
            pass  # A full disk must not lose the new pair, which is valid in this run.
        return following


def _user(tokens: dict[str, Any]) -> Any:
    return content_of(tokens["access-token"]).get("sub")
