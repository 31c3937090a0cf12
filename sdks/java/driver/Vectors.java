import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import keyhold.HeldLease;
import keyhold.Keyhold;
import keyhold.KeyholdException;
import keyhold.OfflineLease;
import keyhold.Released;
import keyhold.Sentences;
import keyhold.Store;
import keyhold.internal.Claims;
import keyhold.internal.Json;
import keyhold.internal.Term;
import keyhold.internal.Tokens;

/** Executes the test vectors of the licensing protocol. */
final class Vectors {
  private static final Map<String, String> CLAIMS = Map.of("issuer", "iss", "audience", "aud", "user", "sub", "license", "lic",
      "device", "dev", "epoch", "epoch", "seq", "seq", "nonce", "nonce", "stream", "stream", "mode", "mode");

  private Vectors() {}

  /** The machine's clock, with a calendar that is ahead by some milliseconds. */
  static final class Clock implements keyhold.Clock {
    private final keyhold.Clock clock = keyhold.Clock.system();
    private volatile long ahead;

    Clock(Map<String, Object> command) {
      set(command);
    }

    void set(Map<String, Object> command) {
      ahead = command.get("ahead-ms") instanceof Double ms ? ms.longValue() : 0;
    }

    @Override
    public long now() {
      return clock.now();
    }

    @Override
    public long wall() {
      return clock.wall() + ahead;
    }
  }

  /** A calendar that stands still at the moment that a vector names. */
  private record Standing(long wall) implements keyhold.Clock {
    @Override
    public long now() {
      return wall;
    }
  }

  /** The reply to a command that failed. */
  static Map<String, Object> failure(Object id, RuntimeException failure) {
    if (!(failure instanceof KeyholdException known)) return Map.of("id", id, "error", failure.toString());
    return Map.of("id", id, "error", known.code(), "held-by-me", known.heldByMe().stream().map(HeldLease::deviceName).toList());
  }

  /** The reply to a command about a vector; null when it is another one. */
  static Map<String, Object> run(Map<String, Object> command) {
    return switch (String.valueOf(command.get("do"))) {
      case "verify-online" -> Map.of("valid", isValidOnline(command));
      case "verify-offline" -> Map.of("valid", isValidOffline(command));
      case "times" -> times(command);
      case "sentence" -> sentence(command);
      default -> null;
    };
  }

  private static Map<String, Object> sentence(Map<String, Object> command) {
    String code = Json.text(command.get("code"));
    Released released = new Released(code, Json.text(command.get("message")), Optional.empty(), Duration.ZERO);
    Locale language = Locale.forLanguageTag(Json.text(command.get("language")));
    return Map.of("sentence", Sentences.sentenceFor(released, language));
  }

  private static Map<String, Object> times(Map<String, Object> command) {
    Map<String, Object> granted = Json.object(command.get("granted"));
    Term term = Term.of((Double) granted.get("expiresInMs"), (Double) granted.get("nextHeartbeatMs"),
        (Double) granted.get("graceMs"), (Double) command.get("sent-at"), (Double) command.get("random"));
    return Map.of("next-heartbeat-at", term.nextBeatAt(), "deadline", term.deadline(), "grace-until", term.graceUntil());
  }

  private static boolean isValidOnline(Map<String, Object> command) {
    Object keys = Json.object(command.get("key-set")).get("keys");
    Map<String, Object> expected = new HashMap<>();
    Json.object(command.get("expected")).forEach((name, value) -> expected.put(CLAIMS.get(name), value));
    try {
      String token = Json.text(command.get("token"));
      new Claims(Tokens.verify(token, "lease+jwt", header -> Tokens.find(keys, header.get("kid")))).require(expected);
      return true;
    } catch (Tokens.Invalid invalid) {
      return false;
    }
  }

  private static boolean isValidOffline(Map<String, Object> command) {
    String product = Json.text(command.get("product"));
    String device = Json.text(command.get("device"));
    Store store = Store.memory();
    String kept = Json.write(Map.of("id", "AAAAA", "epoch", 3, "token", command.get("token")));
    store.set("keyhold.offline." + product.substring(product.lastIndexOf(':') + 1) + "." + device, kept);
    store.set("keyhold.server-time", String.valueOf(command.get("highest")));
    Standing clock = new Standing((long) (1000 * (Double) command.get("now")));
    String rootKey = Json.write(command.get("root-key"));
    try (Keyhold keyhold = Keyhold.builder().baseUrl("http://127.0.0.1:1").rootKey(rootKey).store(store).clock(clock).build()) {
      return keyhold.openOffline(product, device).map(OfflineLease::isEntitled).orElse(false);
    } catch (KeyholdException invalid) {
      return false;
    }
  }
}
