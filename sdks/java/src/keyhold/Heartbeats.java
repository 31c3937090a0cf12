package keyhold;

import java.util.concurrent.locks.ReentrantLock;
import keyhold.internal.Term;

/** Sends the heartbeats of a lease, in a thread of its own. */
final class Heartbeats implements Runnable {
  /** The interval of checks while the seat is being checked out and needs no heartbeat, in milliseconds. */
  private static final long WHILE_LEAVING = 1000;

  private final Keyhold keyhold;
  private final LeaseCalls calls;
  private final Lease lease;
  private final Clock clock;
  private final Transport.Call call = new Transport.Call();
  /** Held during a check-out (single flight). */
  private final ReentrantLock leaving = new ReentrantLock();
  private double due;
  private boolean isStopped;
  private long seq;
  private int failures;
  private boolean mustResume;
  private LeaseCalls.Heartbeat unanswered;
  /** The days of a check-out that was requested; the seat may be checked out although no reply arrived. */
  private volatile int checkOutDays;

  Heartbeats(Keyhold keyhold, LeaseCalls calls, Lease lease) {
    this.keyhold = keyhold;
    this.calls = calls;
    this.lease = lease;
    clock = keyhold.clock;
  }

  void start(double firstAt) {
    due = firstAt;
    keyhold.executor.execute(this);
  }

  synchronized void stop() {
    isStopped = true;
    call.cancel();
    notifyAll();
  }

  /** Makes the next heartbeat due. */
  synchronized void hurry() {
    due = clock.now();
    notifyAll();
  }

  private synchronized void dueAt(double at) {
    due = at;
  }

  /** Waits for the next heartbeat; false when there is none. A machine that slept is noticed within a second. */
  private synchronized boolean await() {
    try {
      for (double left = due - clock.now(); left > 0 && !isStopped; left = due - clock.now()) {
        wait(Math.max(1, (long) Math.min(left, Waiting.LOOK)));
      }
      due = Double.POSITIVE_INFINITY;
      return !isStopped;
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public void run() {
    while (await()) {
      try {
        if (leaving.isLocked()) dueSoonest(clock.now() + WHILE_LEAVING);
        else beat();
      } catch (KeyholdException failure) {
        afterFailure(failure);
      } catch (RuntimeException failure) {
        // An unexpected error, such as of the store, does not end the lease either.
        System.getLogger("keyhold").log(System.Logger.Level.WARNING, "A heartbeat failed.", failure);
        tryLater(0);
      }
    }
  }

  /** A heartbeat that was hurried during the last one is not put off. */
  private synchronized void dueSoonest(double at) {
    due = Math.min(due, at);
  }

  private void beat() {
    Grant next;
    if (mustResume) {
      next = calls.consume();
    } else {
      if (unanswered == null) unanswered = new LeaseCalls.Heartbeat(seq + 1, SignIn.randomText(), clock.now());
      next = calls.heartbeat(lease.grant(), unanswered, call);
    }
    if (!lease.accept(next)) {
      // The lease was released while a resume was in flight: the resumed seat is released, too.
      if (lease.isOver() && mustResume) calls.release(next);
      return;
    }
    seq = mustResume ? 0 : seq + 1;
    mustResume = false;
    unanswered = null;
    failures = 0;
    dueSoonest(next.term().nextBeatAt());
  }

  private void afterFailure(KeyholdException failure) {
    boolean isLapsed = failure.is("lease-lapsed") || failure.is("not-found");
    if (lease.isOver()) return;
    if (leaving.isLocked()) {
      dueSoonest(clock.now() + WHILE_LEAVING);
    } else if (isLapsed && !mustResume) {
      // Not found: the seat had another holder while this client was disconnected.
      mustResume = true;
      unanswered = null;
      dueAt(clock.now());
    } else if (failure.is("lease-offline") && checkOutDays > 0) {
      completeCheckOut();
    } else if (isLapsed || failure.isTransient()) {
      tryLater(Waiting.requested(failure));
    } else {
      boolean isReleased = failure.is("lease-released");
      String reason = isReleased ? failure.reason().orElse("unknown") : failure.code();
      // The session may have ended without the lease's event, in which case the server waits, too.
      lease.end(reason, failure.getMessage(), failure.by().orElse(null), isReleased || failure.isSignedOut());
    }
  }

  private void tryLater(long requested) {
    failures++;
    dueSoonest(clock.now() + Term.backoff(failures, Math.random(), requested));
  }

  /** Requests the lease of a check-out that succeeded although its reply was lost. */
  private void completeCheckOut() {
    try {
      takeOffline(checkOutDays, 1);
    } catch (KeyholdException failure) {
      tryLater(Waiting.requested(failure));
    }
  }

  OfflineLease takeOffline(int days, int attempts) {
    leaving.lock();
    try {
      if (lease.offline().isPresent()) return lease.offline().get();
      checkOutDays = days;
      OfflineLease offline = calls.takeOffline(lease.grant(), days, attempts);
      lease.goOffline(offline);
      return offline;
    } finally {
      leaving.unlock();
    }
  }

  void awaitCheckOut() {
    leaving.lock();
    leaving.unlock();
  }
}
