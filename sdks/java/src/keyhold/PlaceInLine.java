package keyhold;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import keyhold.internal.Json;
import keyhold.internal.Term;

/** A place in line, until a seat is taken. */
public final class PlaceInLine {
  /** How long the server holds a poll without a change, in seconds. */
  private static final int POLL = 25;
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
  private volatile boolean hasLeft;

  PlaceInLine(Keyhold keyhold, String user, Map<String, Object> waiting) {
    this.keyhold = keyhold;
    this.user = user;
    id = String.valueOf(waiting.get("id"));
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

  /** Leaves the line: {@code consume} throws the code {@code left}. */
  public void leave() {
    hasLeft = true;
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

  /** Waits until a seat is taken. While the server cannot be reached, the place is kept for as long as the server keeps it. */
  Grant await(Consumer<PlaceInLine> onPlace, Function<PlaceInLine, Optional<Grant>> take) {
    onPlace.accept(this);
    int failures = 0;
    while (true) {
      try {
        Optional<Grant> taken = next(onPlace, take);
        failures = 0;
        if (taken.isPresent()) return taken.get();
      } catch (KeyholdException failure) {
        if (failure.is("not-found")) throw lost("lost");
        if (!failure.isTransient() || failure.is("interrupted") || ENDINGS.containsKey(failure.code())) throw failure;
        failures++;
        Waiting.pause(keyhold.clock, Term.backoff(Math.min(failures, 4), Math.random(), Waiting.requested(failure)));
      }
      if (hasLeft) throw lost("left");
    }
  }

  private Optional<Grant> next(Consumer<PlaceInLine> onPlace, Function<PlaceInLine, Optional<Grant>> take) {
    Transport.Request poll = Transport.Request.get(path("/wait?timeout=" + POLL + "&place=" + place))
        .within(Transport.REPLY_TIMEOUT.plusSeconds(POLL));
    if (!(keyhold.call(poll, user).get("items") instanceof List<?> items)) return Optional.empty();
    for (Object item : items) {
      Map<String, Object> event = Json.object(item);
      Map<String, Object> data = Json.object(event.get("data"));
      switch (String.valueOf(event.get("event"))) {
        case "ended" -> throw lost(String.valueOf(data.get("reason")));
        case "offered" -> {
          Optional<Grant> taken = hasLeft ? Optional.empty() : Waiting.retry(keyhold.clock, 5, () -> take.apply(this));
          if (taken.isPresent()) return taken;
        }
        case "state", "place" -> {
          if (moved(data)) onPlace.accept(this);
        }
        default -> {}
      }
    }
    return Optional.empty();
  }

  private KeyholdException lost(String reason) {
    String code = hasLeft ? "left" : reason;
    return KeyholdException.of(code, ENDINGS.getOrDefault(code, "The place in line has ended."));
  }
}
