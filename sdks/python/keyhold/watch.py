"""Notices what happens to a lease by the passing of time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Optional

if TYPE_CHECKING:
    from .lease import Lease
    from .offline import OfflineLease


def watch(lease: "Lease") -> None:
    """Notifies the application when the lease's time is over."""
    while not lease._stopped.wait(0.2):
        now = lease._client.clock.now()
        with lease._lock:
            standing = lease._held().term.standing(now)
            if lease._over or standing in ("active", lease._told) or (standing == "outage" and lease._told == "suspended"):
                continue
            lease._told = standing
        if standing == "outage":
            lease._emit("outage", {"grace-ms": max(0.0, lease._held().term.grace_until - now)})
        else:
            lease._emit("suspended", {"message": "The license could not be confirmed in time."})


def watch_offline(lease: "Lease") -> None:
    """Ends the lease when its seat is returned, or its days are over."""
    offline: Optional[OfflineLease] = lease.offline
    assert offline is not None
    while offline.entitled:
        if lease._is_over.wait(0.2):
            return
    if not offline.returned.is_set():
        lease._end("offline-ended", "The time for which this license was checked out is over.", None, False)
        return
    with lease._lock:
        if lease._over:
            return
        lease._over = "ended"
    lease._is_over.set()
    lease._finish()
