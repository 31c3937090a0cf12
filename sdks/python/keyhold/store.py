"""Stores for what must outlive a run."""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
import tempfile
import time
from typing import IO, Iterator, Protocol
from urllib.parse import quote

LONGEST_NAME = 200
# How long a process waits for another one's renewal, which takes at most six seconds.
LOCK_PATIENCE = 8.0


class Store(Protocol):
    def get(self, name: str) -> str | None: ...

    def set(self, name: str, value: str | None) -> None: ...


class MemoryStore:
    def __init__(self) -> None:
        self._values: dict[str, str] = {}

    def get(self, name: str) -> str | None:
        return self._values.get(name)

    def set(self, name: str, value: str | None) -> None:
        if value is None:
            self._values.pop(name, None)
        else:
            self._values[name] = value


class FileStore:
    """Files of mode 0600 in a folder of mode 0700, each replaced as a whole."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        os.makedirs(folder, mode=0o700, exist_ok=True)

    def _path(self, name: str) -> str:
        return self._file(name, ".kept")

    def _file(self, name: str, ending: str) -> str:
        # The names of JavaScript's encodeURIComponent, so that other languages find the same files.
        encoded = quote(name, safe="!~'()")
        if len(encoded) > LONGEST_NAME:
            encoded = hashlib.sha256(name.encode()).hexdigest()
        return os.path.join(self._folder, encoded + ending)

    @contextlib.contextmanager
    def lock(self, name: str) -> Iterator[None]:
        """Waits, at most some seconds, while another process holds the name."""
        descriptor = os.open(self._file(name, ".lock"), os.O_CREAT | os.O_RDWR, 0o600)
        with os.fdopen(descriptor, "r+") as file:
            until = time.monotonic() + LOCK_PATIENCE
            while not _locked(file) and time.monotonic() < until:
                time.sleep(0.02)
            yield

    def get(self, name: str) -> str | None:
        try:
            with open(self._path(name), encoding="utf-8") as file:
                return file.read()
        except FileNotFoundError:
            return None

    def set(self, name: str, value: str | None) -> None:
        path = self._path(name)
        if value is None:
            try:
                os.unlink(path)
            except FileNotFoundError:
                pass
            return
        # mkstemp creates the file with mode 0600.
        descriptor, temporary = tempfile.mkstemp(dir=self._folder)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(value)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)


def lock(store: Store, name: str) -> contextlib.AbstractContextManager[None]:
    """Holds a name of a store that several processes share."""
    return store.lock(name) if isinstance(store, FileStore) else contextlib.nullcontext()


def _locked(file: IO[str]) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
