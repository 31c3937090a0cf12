package keyhold;

import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import keyhold.internal.Json;
import keyhold.internal.Tokens;

/** The session of the signed-in user or machine. */
final class Session {
  /** The share of a token's lifetime after which it is renewed, give or take the jitter, so that processes rarely collide. */
  private static final double RENEWAL_SHARE = 0.9;
  private static final double JITTER = 0.05;
  /** The delay after a renewal that did not reach the server, in milliseconds. */
  private static final long RENEWAL_PAUSE = 60_000;

  /** What an API token begins with. */
  private static final String API_TOKEN = "kh_";

  /** Who is signed in, by a token that is renewed or not; null for an API token that has had no lease yet. */
  record Current(String token, String user, String issuer, TokenPair pair, double renewAt) {}

  private final Clock clock;
  private final Renewal renewal;
  /** Held during a renewal (single flight). */
  private final ReentrantLock renewing = new ReentrantLock();
  private Current current;

  Session(Clock clock, Renewal renewal) {
    this.clock = clock;
    this.renewal = renewal;
  }

  synchronized Current currentOrNull() {
    return current;
  }

  Current signedIn() {
    Current now = currentOrNull();
    if (now == null) throw KeyholdException.signedOut();
    return now;
  }

  /** Signs in by a token that is not renewed. An API token says neither whose it is nor who issued it: its first lease does. */
  void use(String token) {
    if (token.startsWith(API_TOKEN)) set(new Current(token, null, null, null, Double.POSITIVE_INFINITY));
    else adopt(token, null);
  }

  /** Notes whose API token this is, as a lease for it says. */
  synchronized void identify(String user, String issuer) {
    if (current == null || !current.token.startsWith(API_TOKEN)) return;
    current = new Current(current.token, user, issuer, null, Double.POSITIVE_INFINITY);
  }

  /** Whether an rn is that of a service account. */
  static boolean isServiceAccount(String rn) {
    String[] parts = rn.split(":");
    return parts.length > 3 && parts[3].equals("service-account");
  }

  void adopt(TokenPair pair) {
    adopt(pair.access(), pair);
  }

  private void adopt(String token, TokenPair pair) {
    Map<String, Object> content = Tokens.content(token);
    String user = Json.text(content.get("sub"));
    String issuer = Json.text(content.get("iss"));
    if (user == null || issuer == null) throw KeyholdException.invalidReply("This is not a session token of Keyhold.", null);
    double renewAt = Double.POSITIVE_INFINITY;
    if (pair != null && content.get("iat") instanceof Double issued && content.get("exp") instanceof Double ends) {
      double lifetime = (ends - issued) * 1000;
      double left = Math.min(lifetime, pair.expiresOn() - clock.wall());
      renewAt = clock.now() + left - lifetime * (1 - RENEWAL_SHARE - JITTER + 2 * JITTER * Math.random());
    }
    set(new Current(token, user, issuer, pair, renewAt));
  }

  private synchronized void set(Current next) {
    current = next;
  }

  void end() {
    set(null);
  }

  boolean isDue() {
    Current now = currentOrNull();
    return now != null && clock.now() >= now.renewAt && !renewing.isLocked();
  }

  /** Replaces a token, unless another thread has done so. When the session has ended, nobody is signed in. */
  void renew(Current old) {
    renewing.lock();
    try {
      if (currentOrNull() != old) return;
      if (old.pair == null) throw KeyholdException.signedOut();
      TokenPair next = renewal.renew(old.pair);
      // A sign-in or sign-out at the same time takes precedence.
      if (currentOrNull() == old) adopt(next);
    } catch (KeyholdException failure) {
      if (currentOrNull() == old && old.pair != null) {
        double later = clock.now() + RENEWAL_PAUSE;
        set(failure.isSignedOut() ? null : new Current(old.token, old.user, old.issuer, old.pair, later));
      }
      throw failure;
    } finally {
      renewing.unlock();
    }
  }

  /** Makes an attempt in the session of a user (null: of any), and another one after a renewal when the token is refused. */
  <T> T inSession(String user, Function<String, T> attempt) {
    Current now = requireUser(user);
    try {
      return attempt.apply(now.token);
    } catch (KeyholdException refused) {
      if (!refused.isSignedOut() || now.pair == null) throw refused;
      try {
        renew(now);
      } catch (KeyholdException failure) {
        throw failure.isSignedOut() ? refused : failure;
      }
      return attempt.apply(requireUser(user).token);
    }
  }

  private Current requireUser(String user) {
    Current now = signedIn();
    if (isOther(user, now)) throw KeyholdException.refused("user-changed", "Another user has signed in.", 401);
    return now;
  }

  /** Whether a request is for another user than the one who is signed in. Of an API token without a lease, the server decides. */
  private static boolean isOther(String user, Current now) {
    return user != null && now.user != null && !user.equals(now.user);
  }

  /** Makes an attempt in the session, or by the lease's own token when that is refused or of another user. */
  <T> T asHolder(String user, String leaseToken, Function<String, T> attempt) {
    Current now = currentOrNull();
    if (now != null && isOther(user, now)) return attempt.apply(leaseToken);
    try {
      if (now != null) return attempt.apply(now.token);
    } catch (KeyholdException refused) {
      if (!refused.isSignedOut()) throw refused;
    }
    try {
      return attempt.apply(leaseToken);
    } catch (KeyholdException refused) {
      if (!refused.isSignedOut()) throw refused;
    }
    return inSession(user, attempt);
  }
}
