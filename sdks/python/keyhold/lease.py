"""A seat that this application holds, kept alive by threads that end with it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from .callback import call_back, log
from .clock import backoff
from .errors import AuthenticationError, KeyholdError, LeaseReleasedError, RefusedError, UnreachableError
from .follower import Follower
from .grant import Grant
from .leave import acknowledge, check_in
from .offline import OfflineLease
from .watch import watch, watch_offline

if TYPE_CHECKING:
    from .client import Client


class Lease:
    """A seat that this application holds; the SDK keeps it alive until it is released."""

    def __init__(
        self,
        client: "Client",
        ask: Callable[[], Grant],
        expected: dict[str, Any],
        first: Grant | None,
        offline: OfflineLease | None,
        idle_ms: Callable[[], float] | None = None,
    ) -> None:
        self._client, self._ask, self._expected, self._idle = client, ask, expected, idle_ms
        self._grant, self.offline = first, offline
        self._lock = threading.RLock()
        self._wake = threading.Event()
        # Stopped: it needs no server any more; over: it has ended, or ends.
        self._stopped, self._is_over = threading.Event(), threading.Event()
        self.ended = threading.Event()
        self._over: str | None = None
        self._told = "active"
        self._seq = self._failures = 0
        self._pending: dict[str, Any] | None = None
        self._resume = False
        # Of the check-out that was requested last.
        self._days = 0
        self._due = first.term.next_beat_at if first else 0.0
        self._follower = Follower(client, self)
        self._handlers: dict[str, list[Callable[[dict[str, Any]], None]]] = {}
        self._untold = threading.Event()
        # Listeners may release the lease, or take it offline.
        self._leaving = threading.RLock()
        self._threads: list[threading.Thread] = []
        if first:
            self._start(self._beats, self._follower.run, partial(watch, self))
        else:
            self._start(partial(watch_offline, self))

    # The application's side

    @property
    def license(self) -> str:
        return str(self.offline.license) if self.offline else self._held().license

    @property
    def epoch(self) -> int:
        return int(self.offline.epoch) if self.offline else self._held().epoch

    @property
    def id(self) -> str:
        """Stays the same across runs while this user holds the seat on this device."""
        return str(self.offline.id) if self.offline else self._held().id

    @property
    def certificate(self) -> dict[str, Any]:
        """The terms of the license, as signed by the server."""
        return dict(self.offline.certificate) if self.offline else dict(self._held().claims["cert"])

    @property
    def addons(self) -> list[str]:
        return list(self.offline.addons) if self.offline else list(self._held().claims["addons"])

    @property
    def standing(self) -> str:
        if self._over:
            return self._over
        if self.offline:
            return "offline" if self.offline.entitled else "suspended"
        return self._held().term.standing(self._client.clock.now())

    @property
    def entitled(self) -> bool:
        return self.standing in ("active", "outage", "offline")

    def on(self, event: str, handler: Callable[[dict[str, Any]], None]) -> None:
        """Adds a listener. It runs in a thread of the lease; an error of it is logged."""
        self._handlers.setdefault(event, []).append(handler)
        if event == "released":
            self._untold.set()

    def release(self) -> None:
        """Releases the seat; one that is checked out stays so."""
        with self._leaving, self._lock:
            before = self._over
            self._over = before or "ended"
        if before:
            self._untold.set()
            # A listener is called by a thread of the lease, which must not wait for itself.
            if threading.current_thread() not in self._threads:
                self.ended.wait()
                self._join()
            return
        self._stop()
        self._is_over.set()
        try:
            if not self.offline:
                check_in(self._client, self._held(), self._user())
        finally:
            self._finish()

    def take_offline(self, days: int) -> OfflineLease:
        """Checks the seat out; the lease goes on as offline."""
        if self.offline:
            return self.offline
        with self._leaving:
            offline = self._go_offline(days, 4)
        self._emit("offline", {"until": offline.until})
        return offline

    def _go_offline(self, days: int, attempts: int) -> OfflineLease:
        grant, self._days = self._held(), days
        wanted = {"id": grant.id, "epoch": grant.epoch, "license": grant.license, "user": self._expected["sub"], "days": days}
        product, device = self._expected["aud"], self._expected["dev"]
        offline: OfflineLease = self._client.retry(attempts, lambda: self._client.offline.check_out(wanted, product, device))
        self.offline = offline
        self._stop()
        self._start(partial(watch_offline, self))
        return offline

    # Threads

    def _held(self) -> Grant:
        assert self._grant is not None
        return self._grant

    def _user(self) -> str:
        return str(self._expected["sub"])

    def _start(self, *works: Callable[[], None]) -> None:
        for work in works:
            thread = threading.Thread(target=work, daemon=True)
            self._threads.append(thread)
            thread.start()

    def _path(self, call: str) -> str:
        return f"/license/v1/leases/{self._held().id}{call}"

    def _stop(self) -> None:
        self._stopped.set()
        self._wake.set()
        self._follower.cut()

    def _finish(self) -> None:
        self._over = "ended"
        self._join()
        self.ended.set()
        self._emit("ended", {})
        self._client.forget(self)

    def _join(self) -> None:
        for thread in list(self._threads):
            if thread is not threading.current_thread():
                thread.join()

    def _emit(self, event: str, data: dict[str, Any]) -> bool:
        handlers = list(self._handlers.get(event, []))
        for handler in handlers:
            call_back(f"A listener of {event}", partial(handler, data))
        return bool(handlers)

    def _beats(self) -> None:
        while not self._stopped.is_set():
            wait = (self._due - self._client.clock.now()) / 1000
            # A machine that slept is noticed within a second.
            if wait > 0 and not self._wake.wait(min(wait, 1.0)):
                continue
            if self._wake.is_set():
                self._wake.clear()
                if self._stopped.is_set():
                    return
            with self._leaving:
                offline = None if self._stopped.is_set() else self._beat()
            if offline:
                self._emit("offline", {"until": offline.until})

    def _beat(self) -> OfflineLease | None:
        clock = self._client.clock
        try:
            if self._resume:
                grant = self._ask()
            else:
                grant = self._held()
                if self._pending is None:
                    self._pending = {"seq": self._seq + 1, "nonce": self._client.nonce(), "sent": clock.now()}
                seq, nonce, sent = self._pending["seq"], self._pending["nonce"], self._pending["sent"]
                lasts = (grant.claims["exp"] - grant.claims["iat"]) / 3
                expected = {**self._expected, "epoch": grant.epoch, "lic": grant.license, "seq": seq, "nonce": nonce}
                body = {"epoch": grant.epoch, "seq": seq, "nonce": nonce}
                idle = call_back("The function idle_ms", self._idle) if self._idle else None
                if idle is not None:
                    body["idle-ms"] = max(0, round(idle))
                grant = self._client.grant(self._path("/heartbeat"), body, expected, sent, min(10.0, max(5.0, lasts)))
            self._accept(grant)
            return None
        except Exception as error:
            return self._after(error)

    def _accept(self, grant: Grant) -> None:
        with self._lock:
            if self._over:
                return
            before, self._grant = self._held(), grant
            self._seq = 0 if self._resume else self._seq + 1
            self._failures, self._resume, self._pending = 0, False, None
            self._due = grant.term.next_beat_at
            resumed = self._told != "active" and grant.term.standing(self._client.clock.now()) == "active"
            if resumed:
                self._told = "active"
        if (before.id, before.epoch) != (grant.id, grant.epoch):
            self._follower.cut()
        if resumed:
            self._emit("resumed", {"license": grant.license})
        if before.claims["addons"] != grant.claims["addons"]:
            self._emit("entitlements", {"addons": grant.claims["addons"]})

    def _after(self, error: Exception) -> OfflineLease | None:
        """A check-out that succeeded although its replies were lost is repeated, and returned."""
        clock = self._client.clock
        code = error.code if isinstance(error, KeyholdError) else ""
        if code == "lease-offline" and self._days:
            try:
                return self._go_offline(self._days, 1)
            except KeyholdError as failure:
                error, code = failure, failure.code
        if code in ("lease-lapsed", "not-found") and not self._resume:
            self._resume, self._pending, self._due = True, None, clock.now()
            return None
        is_final = isinstance(error, RefusedError) and code not in ("lease-lapsed", "not-found", "release-pending", "lease-offline")
        if is_final:
            problem = error.problem if isinstance(error, LeaseReleasedError) else {}
            reason = str(problem.get("reason", code))
            awaited = isinstance(error, (LeaseReleasedError, AuthenticationError))
            self._end(reason, str(error), problem.get("by"), awaited)
            return None
        if not isinstance(error, (KeyholdError, OSError)):
            log.error("A heartbeat failed.", exc_info=error)
        self._failures += 1
        asked = error.retry_after if isinstance(error, UnreachableError) else None
        self._due = clock.now() + backoff(self._failures, clock.random(), asked) * 1000
        return None

    def _hurry(self) -> None:
        self._due = self._client.clock.now()
        self._wake.set()

    # The end

    def _end(self, reason: str, message: str, by: Any, awaited: bool) -> None:
        with self._lock:
            if self._over or (self.offline and awaited):
                return
            self._over = "releasing"
        self._stop()
        self._is_over.set()

        def finish() -> None:
            left = max(0.0, self._grant.term.deadline - self._client.clock.now()) if self._grant else 0.0
            if "released" not in self._handlers:
                self._untold.wait()
            self._emit("released", {"reason": reason, "message": message, "by": by, "finish-within-ms": left})
            if awaited:
                try:
                    acknowledge(self._client, self._held(), self._user())
                except KeyholdError:
                    pass  # The seat becomes free when the lease expires.
            self._finish()

        self._start(finish)
