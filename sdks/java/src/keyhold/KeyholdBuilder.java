package keyhold;

import java.util.Map;
import keyhold.internal.Json;

/** The options of the connection between an application and its license server. */
public final class KeyholdBuilder {
  String baseUrl;
  String application;
  String token;
  String deviceName;
  Map<String, Object> rootKey;
  Store store = Store.memory();
  Clock clock = Clock.system();

  KeyholdBuilder() {}

  /** The address of the license server, such as {@code https://licenses.example.com}. */
  public KeyholdBuilder baseUrl(String address) {
    baseUrl = address;
    return this;
  }

  /** The id under which the application is registered; needed to sign in. */
  public KeyholdBuilder application(String id) {
    application = id;
    return this;
  }

  /** The name of this device in the list of the user's sign-ins, at most 200 characters; the machine's name when left out. */
  public KeyholdBuilder deviceName(String name) {
    deviceName = name;
    return this;
  }

  /** A session token that the application already has, or the API token of a machine. */
  public KeyholdBuilder token(String text) {
    token = text;
    return this;
  }

  /** The server's root key ({@code GET /license/v1/root-key}), a JSON Web Key, built into the application: offline leases need it. */
  public KeyholdBuilder rootKey(String jwk) {
    rootKey = jwk == null ? null : Json.object(jwk);
    return this;
  }

  /** Keeps the sign-in and offline leases between runs; only in memory when left out. */
  public KeyholdBuilder store(Store keeping) {
    store = keeping;
    return this;
  }

  /** The machine's own when left out. */
  public KeyholdBuilder clock(Clock other) {
    clock = other;
    return this;
  }

  /** Connects, without sending a request yet. */
  public Keyhold build() {
    if (baseUrl == null) throw new IllegalStateException("The address of the license server is missing.");
    return new Keyhold(this);
  }
}
