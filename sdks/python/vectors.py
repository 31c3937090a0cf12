"""The commands of the conformance bed that calculate a test vector."""

from __future__ import annotations

import json
from typing import Any

import keyhold
from keyhold.clock import Clock, Term
from keyhold.tokens import check_claims, key_in, signed_content

NAMES = {"issuer": "iss", "audience": "aud", "user": "sub", "license": "lic", "device": "dev"}


class Ahead(Clock):
    def __init__(self, ahead: float) -> None:
        self.ahead = ahead

    def wall(self) -> float:
        return super().wall() + self.ahead


class Standing(Clock):
    """A clock that stands still at the moment that a vector names."""

    def __init__(self, at: float) -> None:
        self._at = at

    def now(self) -> float:
        return self._at

    def wall(self) -> float:
        return self._at


def verify_online(command: dict[str, Any]) -> dict[str, Any]:
    keys = command["key-set"]["keys"]
    try:
        content = signed_content(command["token"], lambda header: key_in(keys, header) or {}, "lease+jwt")
        check_claims(content, {NAMES.get(name, name): value for name, value in command["expected"].items()})
        return {"valid": True}
    except keyhold.KeyholdError:
        return {"valid": False}


def verify_offline(command: dict[str, Any]) -> dict[str, Any]:
    store = keyhold.MemoryStore()
    kept = {"id": "AAAAA", "epoch": 3, "token": command["token"]}
    product, device = command["product"], command["device"]
    store.set(f"keyhold.offline.{product.rsplit(':', 1)[-1]}.{device}", json.dumps(kept))
    store.set("keyhold.server-time", str(command["highest"]))
    client = keyhold.Client("http://127.0.0.1:1", None, command["root-key"], store, Standing(command["now"] * 1000))
    try:
        lease = client.open_offline(product, device)
        return {"valid": lease is not None and lease.entitled}
    except keyhold.KeyholdError:
        return {"valid": False}


def times(command: dict[str, Any]) -> dict[str, Any]:
    granted = command["granted"]
    term = Term(granted["expiresInMs"], granted["nextHeartbeatMs"], granted["graceMs"], command["sent-at"], command["random"])
    return {"next-heartbeat-at": term.next_beat_at, "deadline": term.deadline, "grace-until": term.grace_until}


def sentence(command: dict[str, Any]) -> dict[str, Any]:
    return {"sentence": keyhold.sentence_for(keyhold.KeyholdError(command["code"], command["message"]), command["language"])}


VECTORS = {"verify-online": verify_online, "verify-offline": verify_offline, "times": times, "sentence": sentence}
