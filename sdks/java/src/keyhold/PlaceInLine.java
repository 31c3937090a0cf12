package keyhold;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import keyhold.internal.Json;
import keyhold.internal.Term;

/** A place in line, until a seat is taken. */
public final class PlaceInLine {
  private static final Map<String, String> ENDINGS = Map.of(
      "taken", "The license was taken by another run of the application.",
      "left", "The line was left.",
      "sent-away", "An administrator ended the place in line.",
      "lost", "The place in line was lost, because the server did not hear from this device.",
      "offer-expired", "The license was offered, but not taken in time.",
      "too-long", "Nobody waits longer than 24 hours. Start again.",
      "not-eligible", "No license lets you use this product any more.");

  private final Keyhold keyhold;
  private final String user;
  final String id;
  private volatile long place;
  private volatile Double estimate;
  private final EventReader reader;
  /** Why the wait ended; null while it goes on. */
  private volatile KeyholdException over;
  private boolean isOffered;

  PlaceInLine(Keyhold keyhold, String user, Map<String, Object> waiting) {
    this.keyhold = keyhold;
    this.user = user;
    id = String.valueOf(waiting.get("id"));
    reader = new EventReader(keyhold);
    moved(waiting);
  }

  /** 1 is the next. */
  public long place() {
    return place;
  }

  /** How long others have waited from this place (median); empty where too few have. */
  public Optional<Duration> estimate() {
    return Optional.ofNullable(estimate).map(time -> Duration.ofMillis(time.longValue()));
  }

  /** Says something to at most three holders, and returns to how many it was sent. */
  public int ask(String message) {
    Map<String, Object> reply = keyhold.call(Transport.Request.post(path("/ask"), Map.of("message", message)), user);
    return reply.get("asked") instanceof Double count ? count.intValue() : 0;
  }

  /** Leaves the line, from any thread: {@code consume} throws the code {@code left}. */
  public void leave() {
    leave(lost("left"));
  }

  void leave(KeyholdException why) {
    end(why);
    try {
      Waiting.retry(keyhold.clock, 3, () -> keyhold.call(Transport.Request.delete(path("")), user));
    } catch (KeyholdException failure) {
      System.getLogger("keyhold").log(System.Logger.Level.DEBUG, "The place in line ends by itself.", failure);
    }
  }

  private String path(String call) {
    return "/license/v1/waiting/" + AuthorizationServer.encode(id) + call;
  }

  private boolean moved(Map<String, Object> data) {
    long before = place;
    Double estimated = estimate;
    if (data.get("place") instanceof Double now) place = now.longValue();
    estimate = Json.number(data.get("estimate-ms"));
    return before != place || !java.util.Objects.equals(estimated, estimate);
  }

  private synchronized void end(KeyholdException why) {
    if (over == null) over = why;
    reader.cut();
    notifyAll();
  }

  private void show(Consumer<PlaceInLine> onPlace) {
    Callback.run("The function of a place in line", () -> onPlace.accept(this));
  }

  /** Waits until a seat is taken. While the server cannot be reached, the place is kept for as long as the server keeps it. */
  Grant await(Consumer<PlaceInLine> onPlace, Function<PlaceInLine, Optional<Grant>> take, Consumer<Grant> giveBack) {
    show(onPlace);
    for (int failures = 0; over == null; ) {
      try {
        if (isOffered) {
          Optional<Grant> taken = take.apply(this);
          if (taken.isPresent() && over == null) return taken.get();
          taken.ifPresent(giveBack);
          isOffered = false;
        } else {
          reader.read(() -> source(onPlace));
          if (!isOffered) rest(reader.delay());
        }
        failures = 0;
      } catch (KeyholdException failure) {
        if (over != null) break;
        if (failure.is("not-found")) throw lost("lost");
        if (!failure.isTransient() || isInterrupted(failure)) throw failure;
        failures++;
        rest(Term.backoff(Math.min(failures, 4), Math.random(), Waiting.requested(failure)));
      }
    }
    throw over;
  }

  /** Whether the application's thread was interrupted; a read that was cut goes on with what it heard. */
  private static boolean isInterrupted(KeyholdException failure) {
    return failure.is("interrupted") && Thread.currentThread().isInterrupted();
  }

  private EventReader.Source source(Consumer<PlaceInLine> onPlace) {
    if (over != null) return null;
    String poll = path("/wait?timeout=" + EventReader.WAIT_SECONDS + "&place=" + place);
    return new EventReader.Source(path("/events"), poll, user, null, (event, data, id) -> hear(event, data, onPlace));
  }

  private void hear(String event, Map<String, Object> data, Consumer<PlaceInLine> onPlace) {
    switch (event) {
      case "ended" -> end(lost(String.valueOf(data.get("reason"))));
      case "offered" -> {
        isOffered = true;
        reader.cut();
      }
      case "state", "place" -> {
        if (moved(data)) show(onPlace);
      }
      default -> {}
    }
  }

  /** Waits for a delay, or the end of the wait. */
  private synchronized void rest(long delay) {
    try {
      long until = keyhold.clock.now() + delay;
      for (long left = delay; left > 0 && over == null; left = until - keyhold.clock.now()) wait(Math.min(left, Waiting.LOOK));
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw KeyholdException.of("interrupted", "The call was interrupted.");
    }
  }

  private static KeyholdException lost(String reason) {
    return KeyholdException.of(reason, ENDINGS.getOrDefault(reason, "The place in line has ended."));
  }
}
