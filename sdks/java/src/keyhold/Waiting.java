package keyhold;

import java.util.function.Supplier;
import keyhold.internal.Term;

/** Pauses and retries. An interrupt of the thread ends them. */
final class Waiting {
  /** How often a pause reads the clock, to notice that the machine slept, in milliseconds. */
  static final long LOOK = 1000;

  private Waiting() {}

  static void pause(Clock clock, long milliseconds) {
    long until = clock.now() + milliseconds;
    try {
      for (long left = milliseconds; left > 0; left = until - clock.now()) Thread.sleep(Math.min(left, LOOK));
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw KeyholdException.of("interrupted", "The call was interrupted.");
    }
  }

  /** Repeats a request while the server cannot be reached. Each call of the protocol may be repeated. */
  static <T> T retry(Clock clock, int attempts, Supplier<T> request) {
    for (int failures = 1; ; failures++) {
      try {
        return request.get();
      } catch (KeyholdException failure) {
        if (!failure.is("unreachable") || failures >= attempts) throw failure;
        pause(clock, Term.backoff(failures, Math.random(), requested(failure)));
      }
    }
  }

  /** The delay that the server requested, in milliseconds. */
  static long requested(KeyholdException failure) {
    return failure.is("unreachable") ? failure.retryAfter().map(java.time.Duration::toMillis).orElse(0L) : 0;
  }
}
