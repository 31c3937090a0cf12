package keyhold;

import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import keyhold.internal.Json;
import keyhold.internal.Term;

/** Reads the events of a lease or of a place in line by a stream, or by polling when a proxy lets no stream through. */
final class EventReader {
  /** How long the server holds a poll without events, in seconds; proxies may cut longer ones. */
  static final int WAIT_SECONDS = 25;
  /** The server sends the state at once; a stream without it is held back by a proxy. In seconds. */
  private static final long FIRST_LIMIT = 10;
  /** The server writes every 15 s; a stream that is silent for longer is dead. In seconds. */
  private static final long SILENCE_LIMIT = 40;
  /** After this many streams in a row without an event, polls replace them for a while. */
  private static final int MOST_BARREN = 2;
  private static final long POLL_FOR = 600_000;
  private static final long BETWEEN_POLLS = 500;
  /** The last line of a stream. */
  private static final String END = new String("end");

  /** Gets an event; the id is null where it has none. */
  interface Hearer {
    void hear(String event, Map<String, Object> data, String id);
  }

  /**
   * Where events come from.
   *
   * @param stream the path of the stream
   * @param poll the path of its twin
   * @param user for whom they are; null: the session's
   * @param lastShown the id of the last message that was shown, or null
   */
  record Source(String stream, String poll, String user, String lastShown, Hearer hearer) {}

  private final Keyhold keyhold;
  private final Clock clock;
  private volatile Transport.Call call = new Transport.Call();
  private volatile LinkedBlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private int failures;
  private int barren;
  private long pollUntil = Long.MIN_VALUE;

  EventReader(Keyhold keyhold) {
    this.keyhold = keyhold;
    clock = keyhold.clock;
  }

  /** Ends the stream or the poll that is read. */
  void cut() {
    call.cancel();
    lines.add(END);
  }

  /** The delay until the next read, in milliseconds. */
  long delay() {
    return failures == 0 ? BETWEEN_POLLS : Term.backoff(failures, Math.random(), 0);
  }

  /** Reads until the stream ends or the poll has its reply. The source is read after {@link #cut} has effect; null for none. */
  void read(Supplier<Source> from) {
    call = new Transport.Call();
    lines = new LinkedBlockingQueue<>();
    Source source = from.get();
    if (source == null) return;
    try {
      once(source);
    } catch (RuntimeException failure) {
      failures++;
      throw failure;
    }
  }

  private void once(Source source) {
    if (clock.now() < pollUntil) {
      poll(source);
      return;
    }
    if (barren >= MOST_BARREN) poll(source);
    barren++;
    try {
      stream(source);
    } finally {
      // The server responds, but no stream gets through.
      if (barren > MOST_BARREN) pollUntil = clock.now() + POLL_FOR;
    }
    failures++;
  }

  private void poll(Source source) {
    try {
      Transport.Request sent = Transport.Request.get(source.poll)
          .within(Transport.REPLY_TIMEOUT.plusSeconds(WAIT_SECONDS)).after(source.lastShown).by(call);
      if (keyhold.call(sent, source.user).get("items") instanceof List<?> items) {
        for (Object item : items) {
          Map<String, Object> event = Json.object(item);
          String name = Json.text(event.get("event"));
          if (name != null) source.hearer.hear(name, Json.object(event.get("data")), Json.text(event.get("id")));
        }
      }
      failures = 0;
    } catch (KeyholdException unreachable) {
      // The stream is not at fault: the server is unreachable.
      barren = 0;
      pollUntil = Long.MIN_VALUE;
      throw unreachable;
    }
  }

  private void stream(Source source) {
    Lines subscriber = new Lines(lines);
    open(source, subscriber);
    try {
      read(source);
    } finally {
      subscriber.cancel();
      call.cancel();
    }
  }

  private void open(Source source, Lines subscriber) {
    Transport.Request sent = Transport.Request.get(source.stream).after(source.lastShown).by(call);
    keyhold.renewEarly();
    keyhold.session.inSession(source.user, bearer -> {
      HttpResponse<Flow.Publisher<List<ByteBuffer>>> response = keyhold.transport.exchange(sent, bearer, BodyHandlers.ofPublisher());
      boolean isOpen = response.statusCode() / 100 == 2;
      response.body().subscribe(isOpen
          ? BodySubscribers.fromLineSubscriber(subscriber, one -> null, StandardCharsets.UTF_8, null)
          : BodySubscribers.replacing(null));
      if (isOpen) return true;
      // The refusal is read by a poll, or by the heartbeat that follows.
      if (response.statusCode() == 401) throw KeyholdException.refused("authentication", "The session has ended.", 401);
      if (response.statusCode() == 404) throw KeyholdException.refused("not-found", "There are no such events.", 404);
      if (Transport.isBusy(response.statusCode())) throw KeyholdException.unreachable(Transport.FOREIGN, null, null);
      throw KeyholdException.refused("refused", "The server refused the stream.", response.statusCode());
    });
  }

  private void read(Source source) {
    String event = null;
    String id = null;
    StringBuilder data = new StringBuilder();
    long limit = FIRST_LIMIT;
    for (String line = next(limit); line != null && line != END; line = next(limit)) {
      int colon = line.indexOf(':');
      String field = colon < 0 ? line : line.substring(0, colon);
      String value = colon < 0 ? "" : line.substring(colon + 1).stripLeading();
      if (line.isEmpty() && data.length() > 0) {
        failures = 0;
        barren = 0;
        limit = SILENCE_LIMIT;
        if (event != null) source.hearer.hear(event, Json.object(data.toString()), id);
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
