"""The driver of the conformance bed: commands as JSON lines on standard input, replies and events on standard output."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Callable
from typing import Any

import keyhold
from vectors import VECTORS, Ahead

print_lock = threading.Lock()
clients: dict[str, "Held"] = {}


def show(line: dict[str, Any]) -> None:
    with print_lock:
        print(json.dumps(line), flush=True)


def shower(name: str, event: str, fails: bool) -> Callable[[dict[str, Any]], None]:
    def shown(data: dict[str, Any]) -> None:
        show({"client": name, "event": event, **data})
        if fails:
            raise RuntimeError("The listener fails.")

    return shown


class Held:
    def __init__(self, command: dict[str, Any]) -> None:
        self.clock = Ahead(command.get("ahead-ms", 0))
        store = keyhold.FileStore(command["store"]) if command.get("store") else None
        base, token, key, application = (command.get(one) for one in ("base-url", "token", "root-key", "application"))
        self.client = keyhold.Client(str(base), token, key, store, self.clock, application)
        self.lease: keyhold.Lease | None = None
        self.offline: keyhold.OfflineLease | None = None
        self.place: keyhold.PlaceInLine | None = None
        self.saves, self.saved = command.get("saves") is True, threading.Event()
        self.fails = command.get("fails") is True

    def follow(self, name: str, lease: keyhold.Lease) -> None:
        self.lease = lease
        for event in ("outage", "suspended", "resumed", "offline", "entitlements", "ending", "message", "asked", "ended"):
            lease.on(event, shower(name, event, self.fails))

        def released(data: dict[str, Any]) -> None:
            if self.saves:
                self.saved.wait()

        lease.on("released", shower(name, "released", self.fails))
        lease.on("released", released)


def shown(lease: keyhold.Lease | None) -> dict[str, Any]:
    if lease is None:
        return {}
    return {name: getattr(lease, name) for name in ("license", "epoch", "standing", "entitled", "addons")}


def run(command: dict[str, Any]) -> dict[str, Any]:
    what, name = command["do"], command["client"]
    if what in VECTORS:
        return VECTORS[what](command)
    if what == "connect":
        clients[name] = Held(command)
        return {}
    held = clients[name]
    if what == "consume":
        described = {"name": "Studio", "version": "26.1", **{one: command[one] for one in ("released-on",) if command.get(one)}}
        wanted = (command["product"], described, command["device"], command.get("license"), command.get("max-seconds"))
        idle = (lambda: command["idle-ms"]) if "idle-ms" in command else (lambda: 1 / 0) if held.fails else None

        def moved(place: keyhold.PlaceInLine) -> None:
            held.place = place
            show({"client": name, "event": "place", "place": place.place})

        waits, takes_over = command.get("wait", False), command.get("take-over", False)
        held.follow(name, held.client.consume(*wanted, wait=waits, on_place=moved, take_over=takes_over, idle_ms=idle))
    elif what == "ask" and held.place:
        return {"asked": held.place.ask(command["message"])}
    elif what == "leave" and held.place:
        held.place.leave()
    elif what == "close":
        held.client.close()
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
    elif what == "use-token":
        held.client.use_token(command["token"])
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
        held = [one["device-name"] for one in getattr(error, "problem", {}).get("held-by-me", [])]
        show({"id": command["id"], "error": error.code, "held-by-me": held})
    except Exception as error:
        show({"id": command["id"], "error": repr(error)})


for line in sys.stdin:
    threading.Thread(target=answer, args=(json.loads(line),)).start()
