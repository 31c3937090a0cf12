package keyhold;

import java.util.Map;
import keyhold.internal.Tokens;

/** The cached keys of the server. */
final class Keys {
  /** How often the key set is requested at most, to find a new key, in milliseconds. */
  private static final long EVERY = 5000;

  private final Transport transport;
  private final Clock clock;
  private Object keys;
  private long loadedAt;

  Keys(Transport transport, Clock clock) {
    this.transport = transport;
    this.clock = clock;
  }

  /** The key that signed a token, which the server may have published just now; empty when it is unknown. */
  synchronized Map<String, Object> keyFor(Map<String, Object> header) {
    Map<String, Object> key = Tokens.find(keys, header.get("kid"));
    if (!key.isEmpty() || (keys != null && clock.now() - loadedAt < EVERY)) return key;
    keys = transport.send(Transport.Request.get("/.well-known/jwks.json"), null).get("keys");
    loadedAt = clock.now();
    return Tokens.find(keys, header.get("kid"));
  }
}
