package keyhold;

/** The highest time that the server signed, kept between runs: a calendar far behind it was set back. */
final class ServerTime {
  private static final String NAME = "keyhold.server-time";
  /** How far the calendar may be behind the server's, in milliseconds. */
  private static final long TOLERANCE = 5 * 60_000;

  private final Store store;
  private final Clock clock;

  ServerTime(Store store, Clock clock) {
    this.store = store;
    this.clock = clock;
  }

  private double highest() {
    try {
      return store.get(NAME).map(Double::parseDouble).orElse(0.0);
    } catch (NumberFormatException damaged) {
      return 0;
    }
  }

  /** Records a signed time, in seconds since 1970. */
  synchronized void note(double seconds) {
    if (seconds > highest()) store.set(NAME, String.valueOf((long) seconds));
  }

  synchronized void check() {
    if (clock.wall() >= highest() * 1000 - TOLERANCE) return;
    throw KeyholdException.of("clock-went-back",
        "The clock of this machine was set back. Set it to the right time to use the license offline.");
  }
}
