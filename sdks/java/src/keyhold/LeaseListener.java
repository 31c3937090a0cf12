package keyhold;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * The events of a lease. They are called one after the other in a thread of the lease's own, in which the application may
 * take its time. An exception is logged and does not affect the lease.
 */
public interface LeaseListener {
  /** The seat was released: log the user off. The server is notified when this method returns. */
  default void released(Released released) {}

  /** The server cannot be reached and the lease expired, but the signed grace allows the user to keep working. */
  default void outage(Duration grace) {}

  /** The seat cannot be confirmed: stop working until {@link #resumed}. The SDK keeps retrying. */
  default void suspended(String message) {}

  /** After an outage or a suspension the lease is active again, possibly on another license (its rn). */
  default void resumed(String license) {}

  /** The seat is checked out now, and the lease goes on without a server until then. */
  default void offline(Instant until) {}

  /** Add-ons were assigned or removed; their rns. */
  default void entitlements(List<String> addons) {}

  /** The license ends within 30 days, or goes on until the end of its grace, null where it does not; both ISO 8601. */
  default void ending(String on, String graceUntil) {}

  /** Somebody waits for a seat and says something: let the user decide. {@code by} is a first name or null; so many wait. */
  default void asked(String by, String message, int waiting) {}

  /** An administrator's message to the user, once. It is acknowledged when this method returns. */
  default void message(String message) {}

  /** The lease is over, the user is logged off, and the server has been notified. */
  default void ended() {}
}
