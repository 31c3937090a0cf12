"""The driver of the conformance bed: commands as JSON lines on standard input, replies and events on standard output."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Callable
from typing import Any

import keyhold
from keyhold.clock import Clock, Term
from keyhold.tokens import check_claims, key_in, signed_content

print_lock = threading.Lock()
clients: dict[str, "Held"] = {}
NAMES = {"issuer": "iss", "audience": "aud", "user": "sub", "license": "lic", "device": "dev"}


def show(line: dict[str, Any]) -> None:
    with print_lock:
        print(json.dumps(line), flush=True)


class Ahead(Clock):
    def __init__(self, ahead: float) -> None:
        self.ahead = ahead

    def wall(self) -> float:
        return super().wall() + self.ahead


def shower(name: str, event: str) -> Callable[[dict[str, Any]], None]:
    return lambda data: show({"client": name, "event": event, **data})


class Held:
    def __init__(self, command: dict[str, Any]) -> None:
        self.clock = Ahead(command.get("ahead-ms", 0))
        store = keyhold.FileStore(command["store"]) if command.get("store") else None
        base, token, key, application = (command.get(one) for one in ("base-url", "token", "root-key", "application"))
        self.client = keyhold.Client(str(base), token, key, store, self.clock, application)
        self.lease: keyhold.Lease | None = None
        self.offline: keyhold.OfflineLease | None = None
        self.saves, self.saved = command.get("saves") is True, threading.Event()

    def follow(self, name: str, lease: keyhold.Lease) -> None:
        self.lease = lease
        for event in ("outage", "suspended", "resumed", "offline", "entitlements", "message", "ended"):
            lease.on(event, shower(name, event))

        def released(data: dict[str, Any]) -> None:
            show({"client": name, "event": "released", **data})
            if self.saves:
                self.saved.wait()

        lease.on("released", released)


def shown(lease: keyhold.Lease | None) -> dict[str, Any]:
    if lease is None:
        return {}
    return {name: getattr(lease, name) for name in ("license", "epoch", "standing", "entitled", "addons")}


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
    client = keyhold.Client("http://127.0.0.1:1", None, command["root-key"], store, Ahead(command["now"] * 1000 - Clock().wall()))
    try:
        lease = client.open_offline(product, device)
        return {"valid": lease is not None and lease.entitled}
    except keyhold.KeyholdError:
        return {"valid": False}


def times(command: dict[str, Any]) -> dict[str, Any]:
    granted = command["granted"]
    term = Term(granted["expiresInMs"], granted["nextHeartbeatMs"], granted["graceMs"], command["sent-at"], command["random"])
    return {"next-heartbeat-at": term.next_beat_at, "deadline": term.deadline, "grace-until": term.grace_until}


def run(command: dict[str, Any]) -> dict[str, Any]:
    what, name = command["do"], command["client"]
    if what in ("verify-online", "verify-offline", "times"):
        return {"verify-online": verify_online, "verify-offline": verify_offline, "times": times}[what](command)
    if what == "connect":
        clients[name] = Held(command)
        return {}
    held = clients[name]
    if what == "consume":
        described = {"name": "Studio", "version": "26.1", **{one: command[one] for one in ("released-on",) if command.get(one)}}
        wanted = (command["product"], described, command["device"], command.get("license"), command.get("max-seconds"))
        held.follow(name, held.client.consume(*wanted))
    elif what == "release" and held.lease:
        held.lease.release()
    elif what == "take-offline" and held.lease:
        held.offline = held.lease.take_offline(command["days"])
        return {"entitled": held.offline.entitled}
    elif what == "open-offline":
        held.offline = held.client.open_offline(command["product"], command["device"]["id"])
        return {"entitled": held.offline is not None and held.offline.entitled}
    elif what == "return":
        offline = held.offline or (held.lease.offline if held.lease else None)
        if offline:
            offline.give_back()
    elif what == "consumable":
        return {"items": held.client.consumable(command.get("product"))}
    elif what == "sign-in":
        held.client.sign_in(lambda address: show({"client": name, "event": "open", "address": address}))
    elif what == "sign-in-by-code":
        held.client.sign_in_by_code(lambda code: show({"client": name, "event": "code", "code": code["user_code"]}))
    elif what == "restore":
        return {"restored": held.client.restore()}
    elif what == "sign-out":
        held.client.sign_out()
    elif what == "access-token":
        return {"token": held.client.access_token()}
    elif what == "clock":
        held.clock.ahead = command["ahead-ms"]
    elif what == "saved":
        held.saved.set()
    return shown(held.lease)


def answer(command: dict[str, Any]) -> None:
    try:
        show({"id": command["id"], "ok": run(command)})
    except keyhold.KeyholdError as error:
        show({"id": command["id"], "error": error.code})
    except Exception as error:
        show({"id": command["id"], "error": repr(error)})


for line in sys.stdin:
    threading.Thread(target=answer, args=(json.loads(line),)).start()
