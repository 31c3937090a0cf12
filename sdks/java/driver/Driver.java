import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.*;
import java.util.*;
import java.util.concurrent.*;
import keyhold.*;
import keyhold.internal.Json;

/** The driver of the conformance bed: commands as JSON lines on standard input, replies and events on standard output. */
final class Driver implements LeaseListener {
  private static final Map<Object, Driver> CLIENTS = new ConcurrentHashMap<>();

  private final Object name;
  private final Vectors.Clock clock;
  private final Keyhold keyhold;
  private final boolean saves, fails;
  private final Semaphore saved = new Semaphore(0);
  private volatile Lease lease;
  private volatile OfflineLease offline;
  private volatile PlaceInLine place;

  private Driver(Map<String, Object> command) {
    name = command.get("client");
    saves = command.get("saves") == Boolean.TRUE;
    fails = command.get("fails") == Boolean.TRUE;
    clock = new Vectors.Clock(command);
    String store = Json.text(command.get("store"));
    keyhold = Keyhold.builder().baseUrl(Json.text(command.get("base-url"))).token(Json.text(command.get("token")))
        .application(Json.text(command.get("application"))).clock(clock)
        .store(store == null ? Store.memory() : Store.files(Path.of(store)))
        .rootKey(command.get("root-key") == null ? null : Json.write(command.get("root-key"))).build();
  }

  private static synchronized void show(Map<String, Object> line) {
    System.out.println(Json.write(line));
  }

  private void event(String event, String field, Object value) {
    show(Map.of("client", name, "event", event, field, value));
    if (fails) fail();
  }

  private static Duration fail() { throw new IllegalStateException("The application fails."); }

  @Override
  public void released(Released released) {
    Map<String, Object> line = new HashMap<>(Map.of("client", name, "event", "released", "reason", released.reason()));
    line.put("message", released.message());
    line.put("by", released.by().orElse(null));
    show(line);
    if (saves) saved.acquireUninterruptibly();
    if (fails) fail();
  }

  @Override public void outage(Duration grace) { event("outage", "graceMs", (double) grace.toMillis()); }
  @Override public void suspended(String message) { event("suspended", "message", message); }
  @Override public void resumed(String license) { event("resumed", "license", license); }
  @Override public void offline(Instant until) { event("offline", "until", (double) until.toEpochMilli()); }
  @Override public void entitlements(List<String> addons) { event("entitlements", "addons", addons); }
  @Override public void ending(String on, String graceUntil) { event("ending", "on", on); }
  @Override public void message(String message) { event("message", "message", message); }

  @Override public void asked(String by, String message, int waiting) {
    show(Map.of("client", name, "event", "asked", "message", message, "waiting", (double) waiting));
  }

  @Override public void ended() { show(Map.of("client", name, "event", "ended")); }
  private void moved(PlaceInLine now) {
    place = now;
    event("place", "place", (double) now.place());
  }

  private Map<String, Object> run(Map<String, Object> command) {
    Map<String, Object> reply = new HashMap<>();
    String product = Json.text(command.get("product"));
    Map<String, Object> on = Json.object(command.get("device"));
    switch (Json.text(command.get("do"))) {
      case "consume" -> {
        Instant released = command.get("released-on") instanceof String text ? Instant.parse(text) : null;
        Device device = new Device((String) on.get("id"), "Desk", "Linux", "ugo", "en-GB");
        Application studio = new Application("Studio", "26.1", released);
        Integer seconds = command.get("max-seconds") instanceof Double number ? number.intValue() : null;
        ConsumeRequest request = new ConsumeRequest(product, Json.text(command.get("license")), studio, device, seconds);
        boolean takesOver = command.get("take-over") == Boolean.TRUE;
        boolean isPlain = command.get("wait") != Boolean.TRUE && !takesOver;
        Entering how = isPlain ? null : new Entering(!takesOver, takesOver, this::moved);
        lease = keyhold.consume(request, how).listen(this);
        if (command.get("idle-ms") instanceof Double idle) lease.reportIdle(() -> Duration.ofMillis(idle.longValue()));
        if (fails) lease.reportIdle(Driver::fail);
      }
      case "ask" -> reply.put("asked", (double) place.ask(Json.text(command.get("message"))));
      case "leave" -> place.leave();
      case "close" -> keyhold.close();
      case "release" -> {
        if (lease != null) lease.release();
      }
      case "take-offline" -> offline = lease.takeOffline(((Double) command.get("days")).intValue());
      case "open-offline" -> {
        offline = keyhold.openOffline(product, (String) on.get("id")).orElse(null);
        reply.put("entitled", offline != null && offline.isEntitled());
      }
      case "return" -> (offline == null ? lease.offline().orElseThrow() : offline).giveBack();
      case "consumable" -> reply.put("items", keyhold.consumable(product).stream()
          .map(one -> Map.of("rn", one.rn(), "product", one.product(), "available", one.available(), "held-by-me", one.heldByMe())).toList());
      case "clock" -> clock.set(command);
      case "saved" -> saved.release();
      case "sign-in" -> keyhold.signIn(address -> event("open", "address", address));
      case "sign-in-by-code" -> keyhold.signInByCode(code -> event("code", "code", code.userCode()));
      case "use-token" -> keyhold.useToken(Json.text(command.get("token")));
      case "restore" -> reply.put("restored", keyhold.restore());
      case "sign-out" -> keyhold.signOut();
      case "access-token" -> reply.put("token", keyhold.accessToken());
      default -> {}
    }
    Lease held = lease;
    if (held == null) return reply;
    reply.putAll(Map.of("license", held.license(), "epoch", (double) held.epoch(), "addons", held.addons()));
    reply.putAll(Map.of("standing", held.standing().name().toLowerCase(), "entitled", held.isEntitled()));
    return reply;
  }

  private static Map<String, Object> execute(Map<String, Object> command) {
    Map<String, Object> ofVector = Vectors.run(command);
    if (ofVector != null) return ofVector;
    if ("threads".equals(command.get("do"))) return threads();
    if ("connect".equals(command.get("do"))) CLIENTS.put(command.get("client"), new Driver(command));
    return CLIENTS.get(command.get("client")).run(command);
  }

  /** The threads of Java, once what nothing refers to has ended. */
  private static Map<String, Object> threads() {
    System.gc();
    return Map.of("threads", (double) Thread.getAllStackTraces().size());
  }

  private static void answer(Map<String, Object> command) {
    try {
      show(Map.of("id", command.get("id"), "ok", execute(command)));
    } catch (RuntimeException failure) {
      show(Vectors.failure(command.get("id"), failure));
    }
  }

  public static void main(String[] options) {
    new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).lines()
        .forEach(line -> new Thread(() -> answer(Json.object(line))).start());
  }
}
