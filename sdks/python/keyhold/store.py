"""Stores for what must outlive a run."""

from __future__ import annotations

import hashlib
import os
import tempfile
from typing import Protocol


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
        return os.path.join(self._folder, hashlib.sha256(name.encode()).hexdigest() + ".kept")

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
