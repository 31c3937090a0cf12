"""The clock of the machine, in milliseconds."""

from __future__ import annotations

import random
import sys
import time


class Clock:
    def now(self) -> float:
        """Monotonic, including the time that the machine slept."""
        if sys.platform == "linux":
            return time.clock_gettime(time.CLOCK_BOOTTIME) * 1000
        if sys.platform == "darwin":
            return time.clock_gettime(time.CLOCK_MONOTONIC) * 1000
        return time.monotonic() * 1000

    def wall(self) -> float:
        """The calendar, since 1970."""
        return time.time() * 1000

    def random(self) -> float:
        return random.random()


class Term:
    """A lease's time on the client's clock, counted from the moment the request was sent."""

    def __init__(self, expires_in: float, next_beat: float, grace: float, sent_at: float, chance: float) -> None:
        beat = next_beat * (0.9 + 0.2 * chance)
        self.next_beat_at = sent_at + max(1000.0, min(beat, expires_in * 0.8))
        self.deadline = sent_at + expires_in
        self.grace_until = self.deadline + max(0.0, grace)

    def standing(self, now: float) -> str:
        if now < self.deadline:
            return "active"
        return "outage" if now < self.grace_until else "suspended"


def backoff(failures: int, chance: float, at_least: float | None = None) -> float:
    """The wait before the next attempt, in seconds."""
    longest = min(15.0, 0.5 * 2.0 ** (failures - 1))
    return max(longest / 2 + longest / 2 * chance, min(60.0, at_least or 0.0))
