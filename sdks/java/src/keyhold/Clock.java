package keyhold;

/** The clock of the SDK, in milliseconds. Applications use the machine's; tests bring their own. */
public interface Clock {
  /** Monotonic, from an arbitrary start, counting the time that the machine slept. */
  long now();

  /** The machine's calendar, since 1970. */
  long wall();

  /** The clock of the machine. Where the monotonic clock stands still while the machine sleeps, the calendar reveals it. */
  static Clock system() {
    return new SystemClock();
  }
}
