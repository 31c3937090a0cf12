"""Requests for a seat, and their replies."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

from .clock import Term
from .errors import InvalidReplyError
from .grant import Grant
from .tokens import check_claims, is_service_account, signed_content
from .transport import Reply, Request
from .waiting import Taken

if TYPE_CHECKING:
    from .client import Client


class Entry:
    """Takes a seat for one application on one device, also again after a lapse."""

    def __init__(
        self,
        client: "Client",
        product: str,
        application: dict[str, str],
        device: dict[str, str],
        license: str | None,
        max_seconds: int | None,
    ) -> None:
        user, issuer = client.identity()
        stream = secrets.token_urlsafe(16)
        self._client, self._license = client, license
        self._body: dict[str, Any] = {"product": product, "client": application, "device": device, "stream-id": stream}
        if license:
            self._body["license"] = license
        if max_seconds is not None:
            self._body["max-seconds"] = max_seconds
        self.expected: dict[str, Any] = {"aud": product, "dev": device["id"], "stream": stream}
        if user:
            self.expected.update({"iss": str(issuer), "sub": user})

    def enter(self, how: dict[str, Any]) -> Taken:
        """A grant, or a place in line."""
        nonce, sent_at = self._client.nonce(), self._client.clock.now()
        # The server waits up to ten seconds until the other device has saved.
        timeout = 20.0 if "take-over" in how else 10.0
        body = {**self._body, "nonce": nonce, **how}
        reply = self._client.call(Request("POST", "/license/v1/leases", body, timeout, user=self.expected.get("sub")))
        if isinstance(reply.get("waiting"), dict):
            return dict(reply["waiting"])
        # The seat of a place is any that its user may use.
        named = {"lic": self._license} if self._license and how in ({}, {"wait": True}) else {}
        grant = granted(self._client, reply, {**self.expected, "nonce": nonce, **named}, sent_at)
        # Whose API token it is, the first lease says: the following ones must agree.
        self.expected.update({"iss": grant.claims["iss"], "sub": grant.claims["sub"]})
        self._client.identify(grant.claims["sub"])
        return grant

    def ask(self) -> Grant:
        taken = self.enter({})
        if isinstance(taken, dict):
            raise InvalidReplyError("The server answered without a lease.")
        return taken


def granted(client: "Client", reply: Reply, expected: dict[str, Any], sent_at: float) -> Grant:
    """Verifies a reply with a lease."""
    lease = reply.get("lease")
    try:
        id, epoch, license, token = lease["id"], lease["epoch"], lease["license"], lease["token"]  # type: ignore[index]
        expires, beat = float(lease["expires-in-ms"]), float(lease["next-heartbeat-ms"])  # type: ignore[index]
    except (TypeError, KeyError, ValueError) as error:
        raise InvalidReplyError("The server answered without a lease.") from error
    content = signed_content(token, client.key_for, "lease+jwt")
    claims = check_claims(content, {"mode": "online", "epoch": epoch, "lic": license, **expected})
    if "sub" not in expected and not is_service_account(claims["sub"]):
        raise InvalidReplyError("The lease token is about another user.")
    if claims["cert"]["product"] != claims["aud"]:
        raise InvalidReplyError("The lease token is about another product.")
    client.offline.note(claims["iat"])
    signed = (claims["exp"] - claims["iat"]) * 1000
    grace = (claims["grace-exp"] - claims["exp"]) * 1000
    term = Term(min(expires, signed), beat, grace, sent_at, client.clock.random())
    return Grant(id, epoch, license, token, claims, term)
