package keyhold;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import keyhold.internal.Term;

/**
 * Stores and renews tokens. Several processes may share the store. The server repeats its reply within 10 s of a renewal,
 * and ends the session at any later use of the refresh token: an attempt and its repetitions take at most 6.5 s.
 */
final class Renewal {
  /** The limit of one attempt. */
  static final Duration TIMEOUT = Duration.ofMillis(2500);
  /** How long after the first attempt the same refresh token is retried, in milliseconds. */
  private static final long REPEAT_FOR = 3000;
  private static final long LONGEST_PAUSE = 1000;

  private final Store store;
  /** The name of the stored tokens, of one application at one server. */
  private final String name;
  private final AuthorizationServer server;
  private final Clock clock;
  /** The refresh tokens that this process has used; after a failed write the store still has one of them. */
  private final Set<String> used = ConcurrentHashMap.newKeySet();

  Renewal(Store store, String name, AuthorizationServer server, Clock clock) {
    this.store = store;
    this.name = name;
    this.server = server;
    this.clock = clock;
  }

  Optional<TokenPair> restore() {
    return store.get(name).flatMap(TokenPair::read);
  }

  void keep(TokenPair pair) {
    store.set(name, pair.write());
  }

  void forget() {
    store.set(name, null);
  }

  /** The stored tokens, if another process has stored newer ones of the same user. */
  private TokenPair newest(TokenPair held) {
    TokenPair stored = restore().orElseThrow(KeyholdException::signedOut);
    if (stored.refresh().equals(held.refresh()) || used.contains(stored.refresh())) return held;
    if (!stored.user().equals(held.user())) throw KeyholdException.refused("user-changed", "Another user has signed in.", 401);
    used.add(held.refresh());
    return stored;
  }

  /** The next pair: the one that another process has stored meanwhile, or a new one. One process renews at a time. */
  TokenPair renew(TokenPair before) {
    server.find();
    Runnable unlock = store.lock(name);
    try {
      long begun = clock.now();
      for (int failures = 1; ; failures++) {
        TokenPair held = newest(before);
        if (held != before && held.expiresOn() - clock.wall() > TIMEOUT.toMillis()) return held;
        try {
          return renewed(held);
        } catch (KeyholdException failure) {
          if (failure.isSignedOut()) return otherOrEnd(held, failure);
          boolean mayRepeat = failure.is("unreachable") && clock.now() - begun < REPEAT_FOR;
          if (!mayRepeat) throw failure;
          Waiting.pause(clock, Math.min(LONGEST_PAUSE, Term.backoff(failures, Math.random(), 0)));
        }
      }
    } finally {
      unlock.run();
    }
  }

  private TokenPair renewed(TokenPair held) {
    TokenPair next = server.renew(held.refresh());
    used.add(held.refresh());
    try {
      keep(next);
    } catch (RuntimeException full) {
      // A full disk must not lose the new pair, which is valid in this run.
      System.getLogger("keyhold").log(System.Logger.Level.WARNING, "The tokens could not be stored.", full);
    }
    return next;
  }

  private TokenPair otherOrEnd(TokenPair held, KeyholdException failure) {
    TokenPair other = newest(held);
    if (other != held) return other;
    forget();
    throw failure;
  }
}
