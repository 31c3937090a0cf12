package keyhold;

import java.util.Map;
import keyhold.internal.Json;

/** Follows the events of a lease. */
final class Follower implements Runnable {
  private final LeaseCalls calls;
  private final Lease lease;
  private final Heartbeats heartbeats;
  private final Clock clock;
  private final Inbox inbox;
  private final LeaseEvents events;
  private final EventReader reader;
  private volatile boolean isStopped;

  Follower(Keyhold keyhold, LeaseCalls calls, Lease lease, Heartbeats heartbeats, LeaseEvents events) {
    this.calls = calls;
    this.lease = lease;
    this.heartbeats = heartbeats;
    this.events = events;
    clock = keyhold.clock;
    inbox = new Inbox(keyhold, calls, lease, events);
    reader = new EventReader(keyhold);
  }

  void stop() {
    isStopped = true;
    reopen();
  }

  /** Ends the stream or the poll, which is of an earlier epoch. */
  void reopen() {
    reader.cut();
  }

  @Override
  public void run() {
    while (!isStopped) {
      try {
        reader.read(this::source);
      } catch (KeyholdException failure) {
        // The lease changed: a heartbeat reports how.
        if (failure.status() != 0 && !isStopped) heartbeats.hurry();
      } catch (RuntimeException failure) {
        System.getLogger("keyhold").log(System.Logger.Level.WARNING, "The events of a lease could not be read.", failure);
      }
      rest(reader.delay());
    }
  }

  private EventReader.Source source() {
    Grant held = lease.grant();
    if (isStopped) return null;
    return calls.source(held, inbox.lastShown(), inbox.lastEnding(), (event, data, id) -> hear(event, data, id, held));
  }

  /** Waits for a delay, or the end of the lease. */
  private void rest(long delay) {
    try {
      long until = clock.now() + delay;
      while (!isStopped && clock.now() < until) Thread.sleep(Math.min(50, delay));
    } catch (InterruptedException closed) {
      isStopped = true;
      Thread.currentThread().interrupt();
    }
  }

  private void hear(String event, Map<String, Object> data, String id, Grant followed) {
    if (isStopped) return;
    switch (event) {
      case "released" -> lease.end(String.valueOf(data.get("reason")), String.valueOf(data.get("message")),
          Json.text(data.get("by")), true);
      case "asked" -> {
        int waiting = data.get("waiting") instanceof Double count ? count.intValue() : 0;
        events.emit(listener -> listener.asked(Json.text(data.get("by")), String.valueOf(data.get("message")), waiting));
      }
      case "message" -> inbox.receive(id, String.valueOf(data.get("message")));
      case "ending" -> inbox.receiveEnding(id, Json.text(data.get("on")), Json.text(data.get("grace-until")));
      // Events are not signed: the next heartbeat brings the signed add-ons.
      case "entitlements" -> heartbeats.hurry();
      case "state" -> {
        boolean isSame = "active".equals(data.get("state")) && data.get("epoch") instanceof Double epoch
            && epoch == followed.epoch();
        if (!isSame) heartbeats.hurry();
      }
      default -> {}
    }
  }
}
