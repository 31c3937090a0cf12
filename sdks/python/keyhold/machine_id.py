"""The id and the description of this machine."""

from __future__ import annotations

import getpass
import glob
import hashlib
import locale
import os
import platform
import re
import subprocess
import sys


def machine_id() -> str:
    """The id of this machine, the same in every run and for every user of it.

    Besides the id of the installation it covers what the system shows of the hardware, so that a clone of the disk in another
    machine has another one: on Linux the built-in network cards, on macOS and Windows the UUID of the board. It is hashed, and
    says nothing about the machine.
    """
    parts = [part.strip() for part in _parts()]
    if not any(parts):
        # A container or a stripped system may have no id: the names of the machine and of the user are the best there is.
        parts = [platform.node(), _user()]
    return hashlib.sha256("\n".join(["keyhold", *parts]).encode()).hexdigest()[:32]


def this_device() -> dict[str, str]:
    """The description of this machine, as ``consume`` sends it."""
    language = (locale.getlocale()[0] or "en").replace("_", "-")
    return {
        "id": machine_id(),
        "name": platform.node() or "Computer",
        "os": platform.system() or "unknown",
        "user": _user(),
        "locale": "en" if language in ("C", "POSIX") else language,
    }


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError, ImportError):
        return "user"


def _parts() -> list[str]:
    if sys.platform == "darwin":
        return [_match(r'"IOPlatformUUID" = "([^"]+)"', _run("ioreg", "-rd1", "-c", "IOPlatformExpertDevice"))]
    if sys.platform == "win32":
        key = r"HKLM\SOFTWARE\Microsoft\Cryptography"
        installation = _run("reg", "query", key, "/v", "MachineGuid", "/reg:64")
        board = _run("powershell", "-NoProfile", "-Command", "(Get-CimInstance Win32_ComputerSystemProduct).UUID")
        return [_match(r"MachineGuid\s+REG_SZ\s+(\S+)", installation), board]
    return [_read("/etc/machine-id") or _read("/var/lib/dbus/machine-id"), *_built_in_cards()]


def _built_in_cards() -> list[str]:
    """The addresses of the cards on the board's own bus, as they were made: docks and virtual cards come and go."""
    addresses = []
    for card in glob.glob("/sys/class/net/*"):
        bus = os.path.realpath(f"{card}/device")
        is_built_in = os.path.exists(bus) and "/usb" not in bus and _read(f"{card}/addr_assign_type").strip() == "0"
        if is_built_in:
            addresses.append(_read(f"{card}/address").strip())
    return sorted(address for address in addresses if address)


def _read(path: str) -> str:
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except OSError:
        return ""


def _run(*command: str) -> str:
    """The output of a program, or nothing when it fails."""
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=5, check=True).stdout
    except (OSError, subprocess.SubprocessError):
        return ""


def _match(pattern: str, text: str) -> str:
    found = re.search(pattern, text)
    return found.group(1) if found else ""
