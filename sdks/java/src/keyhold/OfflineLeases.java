package keyhold;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import keyhold.internal.Claims;
import keyhold.internal.Json;
import keyhold.internal.Tokens;

/** The seats that are checked out, in the store. */
final class OfflineLeases {
  private final Keyhold keyhold;
  private final Map<String, Object> rootKey;

  OfflineLeases(Keyhold keyhold, Map<String, Object> rootKey) {
    this.keyhold = keyhold;
    this.rootKey = rootKey;
  }

  /** A stored lease. */
  record Kept(String id, long epoch, String token) {
    String write() {
      Map<String, Object> stored = new LinkedHashMap<>();
      stored.put("id", id);
      stored.put("epoch", epoch);
      stored.put("token", token);
      return Json.write(stored);
    }
  }

  /** A check-out that was requested. It is stored for its user until the reply arrives. */
  record CheckOut(String id, long epoch, String license, String user, int days) {
    String write() {
      return Json.write(Map.of("id", id, "epoch", epoch, "license", license, "user", user, "days", days));
    }

    static Optional<CheckOut> read(String text) {
      Map<String, Object> stored = Json.object(text);
      if (!(stored.get("epoch") instanceof Double epoch) || !(stored.get("days") instanceof Double days)) return Optional.empty();
      return Optional.of(new CheckOut(Json.text(stored.get("id")), epoch.longValue(), Json.text(stored.get("license")),
          Json.text(stored.get("user")), days.intValue()));
    }
  }

  private static String idOf(String rn) {
    return rn.substring(rn.lastIndexOf(':') + 1);
  }

  /** Devices may share a store, such as a roaming profile. */
  private static String leaseName(String product, String device) {
    return "keyhold.offline." + idOf(product) + "." + device;
  }

  private static String checkOutName(String product, String device, String user) {
    return "keyhold.check-out." + idOf(product) + "." + idOf(user) + "." + device;
  }

  private Claims verify(String token, Map<String, Object> expected) {
    requireRootKey();
    try {
      Claims claims = Tokens.verifyOffline(token, rootKey);
      claims.require(expected);
      keyhold.serverTime.note(claims.number("iat"));
      return claims;
    } catch (Tokens.Invalid wrong) {
      throw KeyholdException.invalidReply("The offline lease is not of this license server, product and device.", wrong);
    }
  }

  private void requireRootKey() {
    if (rootKey != null) return;
    throw KeyholdException.of("no-root-key", "Offline use needs the server's root key: give it to the builder.");
  }

  /** The stored lease, or nothing when there is none or it expired. */
  Optional<OfflineLease> open(String product, String device) {
    String name = leaseName(product, device);
    Optional<String> text = keyhold.store.get(name);
    if (text.isEmpty()) return Optional.empty();
    Map<String, Object> stored = Json.object(text.get());
    if (!(stored.get("token") instanceof String token) || !(stored.get("epoch") instanceof Double epoch)) {
      throw KeyholdException.invalidReply("The offline lease that was kept cannot be read.", null);
    }
    Claims claims = verify(token, Map.of("aud", product, "dev", device));
    keyhold.serverTime.check();
    if (keyhold.clock.wall() >= claims.number("exp") * 1000) return Optional.empty();
    Kept kept = new Kept(String.valueOf(stored.get("id")), epoch.longValue(), token);
    return Optional.of(new OfflineLease(this, kept, name, claims, keyhold.clock));
  }

  /** The seat that this user (null: a machine) has checked out, if it can be opened; otherwise the server decides. */
  Optional<OfflineLease> openOwn(ConsumeRequest request, String user) {
    if (rootKey == null) return Optional.empty();
    try {
      return open(request.product(), request.device().id()).filter(lease -> isOf(lease, user)
          && (request.license() == null || request.license().equals(lease.license())));
    } catch (KeyholdException damaged) {
      return Optional.empty();
    }
  }

  /** Checks a seat out. The request is stored first, so that a lost reply loses no seat. */
  OfflineLease checkOut(CheckOut wanted, String product, String device) {
    requireRootKey();
    // The lease could not be opened in a later run, and the seat cannot be recalled.
    keyhold.serverTime.check();
    Optional<OfflineLease> stored = current(product, device);
    if (stored.isPresent()) {
      if (isOf(stored.get(), wanted)) return stored.get();
      throw alreadyOffline();
    }
    keyhold.store.set(checkOutName(product, device, wanted.user), wanted.write());
    return request(wanted, product, device);
  }

  private Optional<OfflineLease> current(String product, String device) {
    try {
      return open(product, device);
    } catch (KeyholdException damaged) {
      return Optional.empty();
    }
  }

  private static boolean isOf(OfflineLease lease, String user) {
    return user == null ? Session.isServiceAccount(lease.user()) : lease.user().equals(user);
  }

  private static boolean isOf(OfflineLease lease, CheckOut wanted) {
    return lease.id().equals(wanted.id) && lease.epoch() == wanted.epoch;
  }

  /** Repeats a check-out of this user whose reply was lost; nothing when there is none, or the server refuses it. */
  Optional<OfflineLease> complete(String product, String device, String user) {
    Optional<CheckOut> wanted = keyhold.store.get(checkOutName(product, device, user)).flatMap(CheckOut::read);
    if (wanted.isEmpty() || !user.equals(wanted.get().user)) return Optional.empty();
    try {
      return Optional.of(request(wanted.get(), product, device));
    } catch (KeyholdException failure) {
      if (failure.is("unreachable") || failure.isSignedOut()) throw failure;
      return Optional.empty();
    }
  }

  /** Sends a check-out whose request is stored. Idempotent: each reply has the same end. */
  private OfflineLease request(CheckOut wanted, String product, String device) {
    String requestName = checkOutName(product, device, wanted.user);
    String nonce = SignIn.randomText();
    Map<String, Object> body = Map.of("epoch", wanted.epoch, "days", wanted.days, "nonce", nonce);
    Map<String, Object> reply;
    try {
      reply = keyhold.call(Transport.Request.post(Keyhold.leasePath(wanted.id, "/offline"), body), wanted.user);
    } catch (KeyholdException failure) {
      if (failure.status() != 0 && !failure.isSignedOut()) keyhold.store.set(requestName, null);
      throw failure;
    }
    String token = String.valueOf(Json.object(reply.get("lease")).get("token"));
    Map<String, Object> expected = new HashMap<>(Map.of("aud", product, "dev", device, "sub", wanted.user));
    expected.putAll(Map.of("lic", wanted.license, "epoch", (double) wanted.epoch, "nonce", nonce));
    Claims claims = verify(token, expected);
    Kept kept = new Kept(wanted.id, wanted.epoch, token);
    Optional<OfflineLease> other = current(product, device).filter(lease -> !isOf(lease, wanted));
    if (other.isPresent()) giveBack(kept, wanted.user);
    else keyhold.store.set(leaseName(product, device), kept.write());
    keyhold.store.set(requestName, null);
    if (other.isPresent()) throw alreadyOffline();
    return new OfflineLease(this, kept, leaseName(product, device), claims, keyhold.clock);
  }

  private static KeyholdException alreadyOffline() {
    return KeyholdException.of("already-offline",
        "Another license of this product is in offline use on this device. Return it first.");
  }

  void giveBack(Kept kept, String user) {
    Transport.Request request = Transport.Request.post(Keyhold.leasePath(kept.id, "/return"), Map.of("epoch", kept.epoch));
    keyhold.callAsHolder(request, user, kept.token);
  }

  void forget(String name, Kept kept) {
    if (keyhold.store.get(name).filter(kept.write()::equals).isPresent()) keyhold.store.set(name, null);
  }
}
