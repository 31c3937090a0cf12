package keyhold;

/** Counts sleep: setting the calendar forward looks like sleep and only makes the SDK contact the server sooner. */
final class SystemClock implements Clock {
  /** The difference that reading calendar and monotonic clock one after the other may cause. */
  private static final long TOLERANCE = 100;

  private long slept;
  private long difference = System.currentTimeMillis() - System.nanoTime() / 1_000_000;

  @Override
  public synchronized long now() {
    long monotonic = System.nanoTime() / 1_000_000;
    long unseen = System.currentTimeMillis() - monotonic - difference;
    if (Math.abs(unseen) > TOLERANCE) {
      difference += unseen;
      slept += Math.max(0, unseen);
    }
    return monotonic + slept;
  }

  @Override
  public long wall() {
    return System.currentTimeMillis();
  }
}
