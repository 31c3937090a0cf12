package keyhold;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** An error of the SDK. Its code is stable and for programs; its message is a sentence for users. */
public final class KeyholdException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String code;
  private final int status;
  private final Duration retryAfter;
  private final String reason;
  private final String by;
  private transient List<HeldLease> heldByMe = List.of();

  KeyholdException(String code, String message, int status, Duration retryAfter, String reason, String by, Throwable cause) {
    super(message, cause);
    this.code = code;
    this.status = status;
    this.retryAfter = retryAfter;
    this.reason = reason;
    this.by = by;
  }

  static KeyholdException of(String code, String message) {
    return new KeyholdException(code, message, 0, null, null, null, null);
  }

  static KeyholdException refused(String code, String message, int status) {
    return new KeyholdException(code, message, status, null, null, null, null);
  }

  static KeyholdException unreachable(String message, Duration retryAfter, Throwable cause) {
    return new KeyholdException("unreachable", message, 0, retryAfter, null, null, cause);
  }

  static KeyholdException invalidReply(String message, Throwable cause) {
    return new KeyholdException("invalid-reply", message, 0, null, null, null, cause);
  }

  static KeyholdException signedOut() {
    return refused("authentication", "Nobody is signed in. Call signIn or useToken first.", 401);
  }

  /** The code of the protocol's refusal, such as {@code no-seat}, or of the SDK: {@code unreachable}, {@code invalid-reply},
   * {@code authentication}, {@code user-changed}, {@code clock-went-back}, {@code no-root-key}, {@code already-offline},
   * {@code denied}, {@code expired}, {@code wrong-state}, {@code wrong-issuer}, {@code refused}, {@code no-application},
   * {@code interrupted}, {@code closed}. */
  public String code() {
    return code;
  }

  /** The HTTP status of a refusal; 0 for other errors. */
  public int status() {
    return status;
  }

  /** How long to wait: until a retry, or until the first seat could become free; empty when unknown. */
  public Optional<Duration> retryAfter() {
    return Optional.ofNullable(retryAfter);
  }

  /** Why the seat was released, of the code {@code lease-released}. */
  public Optional<String> reason() {
    return Optional.ofNullable(reason);
  }

  /** The rn of the principal that released the seat. */
  public Optional<String> by() {
    return Optional.ofNullable(by);
  }

  /** The user's own leases on other devices that stand in the way, which {@link Entering#takingOver} would take. */
  public List<HeldLease> heldByMe() {
    return heldByMe == null ? List.of() : heldByMe;
  }

  KeyholdException holding(List<HeldLease> held) {
    heldByMe = held;
    return this;
  }

  boolean is(String other) {
    return code.equals(other);
  }

  /** Whether the request was refused because of its session. */
  boolean isSignedOut() {
    return is("authentication") || is("user-changed");
  }

  /** Whether a retry may help. */
  boolean isTransient() {
    return status == 0 || is("release-pending");
  }
}
