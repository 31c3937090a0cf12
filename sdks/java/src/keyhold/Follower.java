package keyhold;

import java.util.List;
import java.util.Map;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import keyhold.internal.Json;
import keyhold.internal.Term;

/** Follows the events of a lease by a stream, or by polling when a proxy lets no stream through. */
final class Follower implements Runnable {
  /** The server sends the lease's state at once; a stream without it is held back by a proxy. In seconds. */
  private static final long FIRST_LIMIT = 10;
  /** The server writes every 15 s; a stream that is silent for longer is dead. In seconds. */
  private static final long SILENCE_LIMIT = 40;
  /** After this many streams in a row without an event, polls replace them for a while. */
  private static final int MOST_BARREN = 2;
  private static final long POLL_FOR = 600_000;
  private static final long BETWEEN_POLLS = 500;
  /** The last line of a stream. */
  private static final String END = new String("end");

  private final LeaseCalls calls;
  private final Lease lease;
  private final Heartbeats heartbeats;
  private final Clock clock;
  private final Inbox inbox;
  private final LeaseEvents events;
  private volatile boolean isStopped;
  private volatile Transport.Call call = new Transport.Call();
  private volatile LinkedBlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private int failures;
  private int barren;
  private long pollUntil = Long.MIN_VALUE;

  Follower(Keyhold keyhold, LeaseCalls calls, Lease lease, Heartbeats heartbeats, LeaseEvents events) {
    this.calls = calls;
    this.lease = lease;
    this.heartbeats = heartbeats;
    this.events = events;
    clock = keyhold.clock;
    inbox = new Inbox(keyhold, calls, lease, events);
  }

  void stop() {
    isStopped = true;
    reopen();
  }

  /** Ends the stream or the poll, which is of an earlier epoch. */
  void reopen() {
    call.cancel();
    lines.add(END);
  }

  @Override
  public void run() {
    while (!isStopped) {
      call = new Transport.Call();
      lines = new LinkedBlockingQueue<>();
      Grant held = lease.grant();
      if (isStopped) return;
      try {
        once(held);
      } catch (KeyholdException failure) {
        failures++;
        // The lease changed: a heartbeat reports how.
        if (failure.status() != 0 && !isStopped) heartbeats.hurry();
      } catch (RuntimeException failure) {
        failures++;
        System.getLogger("keyhold").log(System.Logger.Level.WARNING, "The events of a lease could not be read.", failure);
      }
      rest(failures == 0 ? BETWEEN_POLLS : Term.backoff(failures, Math.random(), 0));
    }
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

  private void once(Grant held) {
    if (clock.now() < pollUntil) {
      poll(held);
      return;
    }
    if (barren >= MOST_BARREN) poll(held);
    barren++;
    try {
      stream(held);
    } finally {
      // The server responds, but no stream gets through.
      if (barren > MOST_BARREN) pollUntil = clock.now() + POLL_FOR;
    }
    failures++;
  }

  private void poll(Grant held) {
    try {
      for (Object item : calls.poll(held, inbox.lastShown(), inbox.lastEnding(), call)) {
        Map<String, Object> event = Json.object(item);
        hear(Json.text(event.get("event")), Json.object(event.get("data")), Json.text(event.get("id")), held);
      }
      failures = 0;
    } catch (KeyholdException unreachable) {
      // The stream is not at fault: the server is unreachable.
      barren = 0;
      pollUntil = Long.MIN_VALUE;
      throw unreachable;
    }
  }

  private void stream(Grant held) {
    Lines subscriber = new Lines(lines);
    calls.events(held, subscriber, inbox.lastShown(), call);
    try {
      read(held);
    } finally {
      subscriber.cancel();
      call.cancel();
    }
  }

  private void read(Grant held) {
    String event = null;
    String id = null;
    StringBuilder data = new StringBuilder();
    long limit = FIRST_LIMIT;
    for (String line = next(limit); line != null && line != END; line = next(limit)) {
      int colon = line.indexOf(':');
      String field = colon < 0 ? line : line.substring(0, colon);
      String value = colon < 0 ? "" : line.substring(colon + 1).stripLeading();
      if (line.isEmpty() && data.length() > 0) {
        barren = 0;
        limit = SILENCE_LIMIT;
        hear(event, Json.object(data.toString()), id, held);
        event = null;
        id = null;
        data.setLength(0);
      } else if (field.equals("event")) {
        event = value;
      } else if (field.equals("id")) {
        id = value;
      } else if (field.equals("data")) {
        data.append(value);
      }
    }
  }

  private String next(long limit) {
    try {
      return lines.poll(limit, TimeUnit.SECONDS);
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
      return null;
    }
  }

  private void hear(String event, Map<String, Object> data, String id, Grant followed) {
    failures = 0;
    if (isStopped || event == null) return;
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

  /** Puts the lines of a stream into a queue. */
  private static final class Lines implements Flow.Subscriber<String> {
    private final LinkedBlockingQueue<String> lines;
    private volatile Flow.Subscription subscription;

    Lines(LinkedBlockingQueue<String> lines) {
      this.lines = lines;
    }

    void cancel() {
      if (subscription != null) subscription.cancel();
    }

    @Override
    public void onSubscribe(Flow.Subscription opened) {
      subscription = opened;
      opened.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(String line) {
      lines.add(line);
    }

    @Override
    public void onError(Throwable cut) {
      lines.add(END);
    }

    @Override
    public void onComplete() {
      lines.add(END);
    }
  }
}
