package keyhold.internal;

/**
 * A lease's time on the client's monotonic clock, in milliseconds.
 *
 * @param nextBeatAt when the next heartbeat is due
 * @param deadline the end of the time in which this client certainly holds the seat
 * @param graceUntil the end of the time in which the application may work while the server cannot be reached
 */
public record Term(double nextBeatAt, double deadline, double graceUntil) {
  private static final double SOONEST_BEAT = 1000;
  /** The latest heartbeat, as a share of the lease, so that a lost one leaves time for another. */
  private static final double LATEST_BEAT = 0.8;
  private static final double JITTER = 0.1;

  /** The standing of a lease by its time alone; after {@code LAPSED} another user may have the seat. */
  public enum Standing { ACTIVE, GRACE, LAPSED }

  /**
   * Converts a lease's times, which count from the moment the request was sent: for any delay and clock skew this deadline
   * is never later than the server's.
   *
   * @param chance from 0 up to 1; spreads out the heartbeats of many clients
   */
  public static Term of(double expiresIn, double nextBeat, double grace, double sentAt, double chance) {
    double beat = nextBeat * (1 - JITTER + 2 * JITTER * chance);
    double deadline = sentAt + expiresIn;
    double nextBeatAt = sentAt + Math.max(SOONEST_BEAT, Math.min(beat, expiresIn * LATEST_BEAT));
    return new Term(nextBeatAt, deadline, deadline + Math.max(0, grace));
  }

  /** The standing at a time. */
  public Standing at(double now) {
    if (now < deadline) return Standing.ACTIVE;
    return now < graceUntil ? Standing.GRACE : Standing.LAPSED;
  }

  /** The delay before a retry: about 0.5 s, doubling up to 15 s, half of it random; of a requested one a minute counts. */
  public static long backoff(int failures, double chance, long requested) {
    double ceiling = Math.min(15_000, 500 * Math.pow(2, Math.min(failures - 1, 30)));
    return (long) Math.max(ceiling / 2 + chance * ceiling / 2, Math.min(60_000, requested));
  }
}
