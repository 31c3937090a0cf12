"""The end of a seat, as the server is notified of it."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from .errors import RefusedError
from .grant import Grant
from .transport import Request

if TYPE_CHECKING:
    from .client import Client


def _path(grant: Grant, call: str) -> str:
    return f"/license/v1/leases/{quote(grant.id, safe='')}{call}"


def acknowledge(client: "Client", grant: Grant, user: str) -> None:
    """The user of a released seat is logged off."""
    ack = Request("POST", _path(grant, "/ack"), {"epoch": grant.epoch}, user=user)
    try:
        client.retry(6, lambda: client.holder_call(ack, grant.token))
    except RefusedError as error:
        if error.code != "not-released":
            raise
        # The server refused the session, but did not release its lease.
        check_in(client, grant, user)


def check_in(client: "Client", grant: Grant, user: str) -> None:
    """The seat is needed no longer. One that another run or another holder has taken need not be released."""
    leave = Request("DELETE", _path(grant, f"?epoch={grant.epoch}"), user=user)
    try:
        client.retry(4, lambda: client.holder_call(leave, grant.token))
    except RefusedError as error:
        if error.code == "lease-offline":
            # The seat was checked out, but the reply was lost.
            kept = {"id": grant.id, "epoch": grant.epoch, "token": grant.token}
            client.retry(4, lambda: client.offline.give_back(kept, user))
        elif error.code not in ("epoch-stale", "not-found"):
            raise
