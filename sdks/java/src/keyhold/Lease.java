package keyhold;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import keyhold.internal.Term;

/** A seat that this application holds; the SDK keeps it alive until it is released. */
public final class Lease implements AutoCloseable {
  /**
   * The standing of a lease. The user may work while it is {@code ACTIVE}, in an {@code OUTAGE} (the server cannot be reached,
   * but the signed grace allows it), and {@code OFFLINE} (checked out). While it is {@code SUSPENDED} the user must not work.
   * {@code RELEASING}: the seat was released and the user is being logged off; {@code ENDED}: the user is logged off.
   */
  public enum Standing { ACTIVE, OUTAGE, OFFLINE, SUSPENDED, RELEASING, ENDED }

  private static final long WATCH_EVERY = 200;

  private final Keyhold keyhold;
  private final LeaseCalls calls;
  private final Heartbeats heartbeats;
  private final Follower follower;
  private final LeaseEvents events;
  private final Object settling = new Object();
  private ScheduledFuture<?> watch;
  private Grant grant;
  private OfflineLease offline;
  private Standing over;
  private boolean isAwaited;
  private boolean isSettled;
  /** The standing that the application was last notified of. */
  private Term.Standing notified = Term.Standing.ACTIVE;

  Lease(Keyhold keyhold, LeaseCalls calls, Grant grant, OfflineLease offline) {
    this.keyhold = keyhold;
    this.calls = calls;
    this.grant = grant;
    this.offline = offline;
    events = new LeaseEvents();
    heartbeats = new Heartbeats(keyhold, calls, this);
    follower = new Follower(keyhold, calls, this, heartbeats, events);
  }

  void start() {
    if (offline == null) {
      heartbeats.start(grant.term().nextBeatAt());
      keyhold.executor.execute(follower);
    } else {
      offline.whenReturned(this::endReturned);
    }
    watch = keyhold.scheduler.scheduleWithFixedDelay(this::look, WATCH_EVERY, WATCH_EVERY, TimeUnit.MILLISECONDS);
  }

  synchronized Grant grant() {
    return grant;
  }

  synchronized boolean isOver() {
    return over != null;
  }

  /** Stays the same across runs while this user holds the seat on this device. */
  public synchronized String id() {
    return offline == null ? grant.id() : offline.id();
  }

  /** The seat's fencing number: only the run with the highest one holds it. */
  public synchronized long epoch() {
    return offline == null ? grant.epoch() : offline.epoch();
  }

  /** The rn of the license. */
  public synchronized String license() {
    return offline == null ? grant.license() : offline.license();
  }

  /** The terms of the license. */
  public synchronized Certificate certificate() {
    return offline == null ? Certificate.of(grant.claims().certificate()) : offline.certificate();
  }

  /** The rns of the add-ons on the license. */
  public synchronized List<String> addons() {
    return offline == null ? grant.claims().addons() : offline.addons();
  }

  /** The current standing, which may be ahead of the events. */
  public synchronized Standing standing() {
    if (over != null) return over;
    if (offline != null) return offline.isEntitled() ? Standing.OFFLINE : Standing.SUSPENDED;
    return switch (grant.term().at(keyhold.clock.now())) {
      case ACTIVE -> Standing.ACTIVE;
      case GRACE -> Standing.OUTAGE;
      case LAPSED -> Standing.SUSPENDED;
    };
  }

  /** Whether the application may work right now. It needs no network. */
  public boolean isEntitled() {
    Standing now = standing();
    return now == Standing.ACTIVE || now == Standing.OUTAGE || now == Standing.OFFLINE;
  }

  /** The offline lease as which this one goes on, whose {@code giveBack} returns the seat; empty while online. */
  public synchronized Optional<OfflineLease> offline() {
    return Optional.ofNullable(offline);
  }

  /** Reports with each heartbeat how long the user has not touched the application. */
  public Lease reportIdle(java.util.function.Supplier<Duration> idle) {
    calls.idle = idle;
    return this;
  }

  /** Adds a listener. A release before all listeners is notified to the first one. */
  public Lease listen(LeaseListener listener) {
    events.add(listener);
    return this;
  }

  /**
   * Checks the seat out for 1 to 30 days. This lease goes on as offline, without a server, and later runs on this device open
   * it. It cannot be recalled. A lost reply loses no seat: if the server has checked the seat out nevertheless, the lease goes
   * on as offline with the next heartbeat, or in a later run.
   */
  public OfflineLease takeOffline(int days) {
    return heartbeats.takeOffline(days, 4);
  }

  /** The lease goes on as offline, unless it ended during the check-out. */
  void goOffline(OfflineLease checkedOut) {
    synchronized (this) {
      if (over != null) return;
      offline = checkedOut;
    }
    checkedOut.whenReturned(this::endReturned);
    stop();
    events.emit(listener -> listener.offline(checkedOut.until()));
  }

  /** Takes a new grant; a lease that is over does not. */
  synchronized boolean accept(Grant next) {
    if (over != null || offline != null) return false;
    Grant before = grant;
    grant = next;
    if (!before.id().equals(next.id()) || before.epoch() != next.epoch()) follower.reopen();
    // A reply that arrives after the time it grants has no effect: the next heartbeat follows at once.
    if (notified != Term.Standing.ACTIVE && next.term().at(keyhold.clock.now()) == Term.Standing.ACTIVE) {
      notified = Term.Standing.ACTIVE;
      events.emit(listener -> listener.resumed(next.license()));
    }
    List<String> addons = next.claims().addons();
    if (!addons.equals(before.claims().addons())) events.emit(listener -> listener.entitlements(addons));
    return true;
  }

  /** Notifies the application when the lease's time is over. */
  private void look() {
    boolean hasEnded;
    synchronized (this) {
      if (over != null) return;
      hasEnded = offline != null && !offline.isEntitled() && !offline.isReturned();
      long now = keyhold.clock.now();
      Term.Standing standing = offline == null ? grant.term().at(now) : Term.Standing.ACTIVE;
      if (standing.compareTo(notified) > 0) {
        notified = standing;
        Duration left = Duration.ofMillis((long) (grant.term().graceUntil() - now));
        if (standing == Term.Standing.GRACE) events.emit(listener -> listener.outage(left));
        else events.emit(listener -> listener.suspended("The license could not be confirmed in time."));
      }
    }
    if (hasEnded) end("offline-ended", "The time for which this license was checked out is over.", null, false);
  }

  /** The lease ends without the application; awaited: the server waits until the user is logged off. */
  void end(String reason, String message, String by, boolean awaited) {
    Duration left;
    synchronized (this) {
      if (over != null || (offline != null && awaited)) return;
      over = Standing.RELEASING;
      isAwaited = awaited;
      double until = grant == null ? keyhold.clock.now() : grant.term().deadline();
      left = Duration.ofMillis(Math.max(0, (long) (until - keyhold.clock.now())));
    }
    stop();
    Released released = new Released(reason, message, Optional.ofNullable(by), left);
    events.release(listener -> listener.released(released), this::settle);
  }

  private void endReturned() {
    synchronized (this) {
      if (over != null) return;
      over = Standing.RELEASING;
      isAwaited = false;
    }
    stop();
    settle();
  }

  private void stop() {
    heartbeats.stop();
    follower.stop();
  }

  /** Notifies the server that the user is logged off, once: the application may be faster than its own listener. */
  private void settle() {
    synchronized (settling) {
      if (isSettled) return;
      isSettled = true;
      try {
        if (isAwaited) calls.acknowledge(grant());
      } catch (KeyholdException failure) {
        // When all retries fail, the seat becomes free when the lease expires.
        System.getLogger("keyhold").log(System.Logger.Level.DEBUG, "The release could not be acknowledged.", failure);
      }
      finish();
    }
  }

  private void finish() {
    synchronized (this) {
      over = Standing.ENDED;
    }
    if (watch != null) watch.cancel(false);
    keyhold.forget(this);
    events.close();
  }

  /**
   * Releases the seat. If the server has released it already, it is notified that the user is logged off. A seat that is
   * checked out stays so for later runs. With the code {@code unreachable} the seat becomes free as the lease expires.
   */
  public void release() {
    // A seat that is being checked out goes on as offline then, or can be released.
    heartbeats.awaitCheckOut();
    boolean isReleasing;
    OfflineLease checkedOut;
    synchronized (this) {
      if (over == Standing.ENDED) return;
      isReleasing = over == Standing.RELEASING;
      if (!isReleasing) over = Standing.ENDED;
      checkedOut = offline;
    }
    if (isReleasing) {
      settle();
      return;
    }
    stop();
    try {
      if (checkedOut == null) calls.release(grant());
    } finally {
      finish();
    }
  }

  /** As {@link #release}. */
  @Override
  public void close() {
    release();
  }
}
