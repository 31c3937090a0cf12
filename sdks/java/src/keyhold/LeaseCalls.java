package keyhold;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import keyhold.internal.Claims;
import keyhold.internal.Json;
import keyhold.internal.Term;
import keyhold.internal.Tokens;

/** The calls of the licensing protocol for one user, device and stream. Every grant they return is verified. */
final class LeaseCalls {
  /** A heartbeat that has no reply yet is repeated as it was: another one with its seq would be that of a copy. */
  record Heartbeat(long seq, String nonce, long sentAt) {}

  private final Keyhold keyhold;
  private final ConsumeRequest request;
  /** The holder of the lease, also when another user signs in later; of an API token, known with the first lease. */
  private volatile Session.Current holder;
  /** How long the user has not touched the application; null: it is not reported. */
  volatile java.util.function.Supplier<Duration> idle;
  private final String stream = SignIn.randomText();

  LeaseCalls(Keyhold keyhold, ConsumeRequest request, Session.Current holder) {
    this.keyhold = keyhold;
    this.request = request;
    this.holder = holder;
  }

  Grant consume() {
    Map<String, Object> body = body();
    Map<String, Object> expected = new HashMap<>();
    if (request.license() != null) expected.put("lic", request.license());
    long sentAt = keyhold.clock.now();
    return grant(Transport.Request.post("/license/v1/leases", body), body, expected, SignIn.randomText(), sentAt);
  }

  /** As {@link #consume}; the reply may be a place in line, in which the call waits. */
  Grant enter(Entering how) {
    Map<String, Object> asked = how.takesOver() ? Map.of("take-over", true) : Map.of();
    Map<String, Object> wanted = new HashMap<>(asked);
    if (how.waits()) wanted.put("wait", true);
    Object entered = Waiting.retry(keyhold.clock, 5, () -> enter(wanted));
    if (entered instanceof Grant grant) return grant;
    return keyhold.waiting((PlaceInLine) entered, place -> place.await(how.onPlace(),
        at -> enter(Map.of("waiting", at.id)) instanceof Grant grant ? Optional.of(grant) : Optional.empty(), this::release));
  }

  /** A grant, or a place in line. */
  private Object enter(Map<String, Object> how) {
    Map<String, Object> body = body();
    body.putAll(how);
    String nonce = SignIn.randomText();
    body.put("nonce", nonce);
    Map<String, Object> expected = new HashMap<>();
    // The seat of a place is any that its user may use.
    if (request.license() != null && how.equals(Map.of("wait", true))) expected.put("lic", request.license());
    long sentAt = keyhold.clock.now();
    // The server waits up to ten seconds until the other device has saved.
    Transport.Request sent = Transport.Request.post("/license/v1/leases", body).within(Transport.REPLY_TIMEOUT.multipliedBy(2));
    Map<String, Object> reply = keyhold.call(sent, holder.user());
    if (reply.containsKey("waiting")) return new PlaceInLine(keyhold, holder.user(), Json.object(reply.get("waiting")));
    return granted(reply, expected, nonce, sentAt);
  }

  private Map<String, Object> body() {
    Application application = request.application();
    Device device = request.device();
    Map<String, Object> client = new LinkedHashMap<>(Map.of("name", application.name(), "version", application.version()));
    if (application.releasedOn() != null) client.put("released-on", application.releasedOn().toString());
    Map<String, Object> body = new HashMap<>(Map.of("product", request.product(), "client", client, "stream-id", stream));
    body.put("device", Map.of("id", device.id(), "name", device.name(), "os", device.os(), "user", device.user(),
        "locale", device.locale()));
    if (request.license() != null) body.put("license", request.license());
    if (request.maxSeconds() != null) body.put("max-seconds", request.maxSeconds());
    return body;
  }

  Grant heartbeat(Grant held, Heartbeat beat, Transport.Call call) {
    Map<String, Object> body = new HashMap<>(Map.of("epoch", held.epoch(), "seq", beat.seq));
    if (idle != null) {
      Callback.call("The function of reportIdle", idle).ifPresent(time -> body.put("idle-ms", Math.max(0, time.toMillis())));
    }
    Map<String, Object> expected = new HashMap<>(
        Map.of("epoch", (double) held.epoch(), "seq", (double) beat.seq, "lic", held.license()));
    // After a reply that hangs, another heartbeat fits into the lease.
    double third = (held.claims().number("exp") - held.claims().number("iat")) * 1000 / 3;
    Duration limit = Duration.ofMillis((long) Math.min(Transport.REPLY_TIMEOUT.toMillis(), Math.max(5000, third)));
    Transport.Request sent = Transport.Request.post(Keyhold.leasePath(held.id(), "/heartbeat"), body).within(limit).by(call);
    return grant(sent, body, expected, beat.nonce, beat.sentAt);
  }

  private Grant grant(
      Transport.Request sent, Map<String, Object> body, Map<String, Object> expected, String nonce, long sentAt) {
    body.put("nonce", nonce);
    return granted(keyhold.call(sent, holder.user()), expected, nonce, sentAt);
  }

  private Grant granted(Map<String, Object> reply, Map<String, Object> expected, String nonce, long sentAt) {
    Map<String, Object> lease = Json.object(reply.get("lease"));
    if (!(lease.get("id") instanceof String id) || !(lease.get("license") instanceof String license)
        || !(lease.get("epoch") instanceof Double epoch) || !(lease.get("token") instanceof String token)
        || !(lease.get("expires-in-ms") instanceof Double expires)
        || !(lease.get("next-heartbeat-ms") instanceof Double nextBeat)) {
      throw KeyholdException.invalidReply("The server answered without a lease.", null);
    }
    expected.putIfAbsent("epoch", epoch);
    expected.putIfAbsent("lic", license);
    expected.putAll(Map.of("aud", request.product(), "dev", request.device().id(), "stream", stream, "mode", "online",
        "nonce", nonce));
    if (holder.user() != null) expected.putAll(Map.of("iss", holder.issuer(), "sub", holder.user()));
    Claims claims = verify(token, expected);
    if (holder.user() == null) identify(claims);
    note(claims);
    double signed = (claims.number("exp") - claims.number("iat")) * 1000;
    double grace = (claims.number("grace-exp") - claims.number("exp")) * 1000;
    Term term = Term.of(Math.min(expires, signed), nextBeat, grace, sentAt, Math.random());
    return new Grant(id, epoch.longValue(), license, token, claims, term);
  }

  private void identify(Claims claims) {
    String user = claims.text("sub");
    if (!Session.isServiceAccount(user)) throw KeyholdException.invalidReply("The lease token is about another user.", null);
    holder = new Session.Current(holder.token(), user, claims.text("iss"), null, holder.renewAt());
    keyhold.session.identify(user, claims.text("iss"));
  }

  private Claims verify(String token, Map<String, Object> expected) {
    try {
      Claims claims = new Claims(Tokens.verify(token, "lease+jwt", keyhold.keys::keyFor));
      claims.require(expected);
      if (claims.text("aud").equals(claims.certificate().get("product"))) return claims;
    } catch (Tokens.Invalid wrong) {
      throw KeyholdException.invalidReply("The lease token is not signed by this license server, or answers another request.", wrong);
    }
    throw KeyholdException.invalidReply("The lease token is about another product.", null);
  }

  /** Only offline leases need the recorded time: a full disk must not end a lease that the server has just granted. */
  private void note(Claims claims) {
    try {
      keyhold.serverTime.note(claims.number("iat"));
    } catch (RuntimeException full) {
      System.getLogger("keyhold").log(System.Logger.Level.WARNING, "The server's time could not be stored.", full);
    }
  }

  void checkIn(Grant held) {
    Transport.Request sent = Transport.Request.delete(Keyhold.leasePath(held.id(), "?epoch=" + held.epoch()));
    keyhold.callAsHolder(sent, holder.user(), held.token());
  }

  /** Releases a seat that is no longer needed, unless another run or another holder has taken it. */
  void release(Grant held) {
    try {
      repeat(4, () -> checkIn(held));
    } catch (KeyholdException failure) {
      if (failure.is("epoch-stale") || failure.is("not-found")) return;
      if (!failure.is("lease-offline")) throw failure;
      // The seat was checked out, but the reply was lost.
      repeat(4, () -> keyhold.offline.giveBack(new OfflineLeases.Kept(held.id(), held.epoch(), held.token()), holder.user()));
    }
  }

  /** Notifies the server that the user of a released seat is logged off. */
  void acknowledge(Grant held) {
    Transport.Request sent = Transport.Request.post(Keyhold.leasePath(held.id(), "/ack"), Map.of("epoch", held.epoch()));
    try {
      repeat(6, () -> keyhold.callAsHolder(sent, holder.user(), held.token()));
    } catch (KeyholdException failure) {
      if (!failure.is("not-released")) throw failure;
      // The server refused the session, but did not release its lease.
      repeat(6, () -> checkIn(held));
    }
  }

  void acknowledgeMessage(Grant held, String id) {
    String path = Keyhold.leasePath(held.id(), "/messages/" + URLEncoder.encode(id, StandardCharsets.UTF_8) + "/ack");
    repeat(4, () -> keyhold.call(new Transport.Request("POST", path, null, Transport.REPLY_TIMEOUT, null, null), holder.user()));
  }

  private void repeat(int attempts, Runnable work) {
    Waiting.retry(keyhold.clock, attempts, () -> {
      work.run();
      return true;
    });
  }

  OfflineLease takeOffline(Grant held, int days, int attempts) {
    OfflineLeases.CheckOut wanted =
        new OfflineLeases.CheckOut(held.id(), held.epoch(), held.license(), holder.user(), days);
    return Waiting.retry(keyhold.clock, attempts,
        () -> keyhold.offline.checkOut(wanted, request.product(), request.device().id()));
  }

  /** Where the events of a lease come from. */
  EventReader.Source source(Grant held, String lastShown, String ending, EventReader.Hearer hearer) {
    String query = "/wait?epoch=" + held.epoch() + "&timeout=" + EventReader.WAIT_SECONDS + "&ending="
        + AuthorizationServer.encode(ending);
    return new EventReader.Source(Keyhold.leasePath(held.id(), "/events"), Keyhold.leasePath(held.id(), query), holder.user(),
        lastShown, hearer);
  }
}
