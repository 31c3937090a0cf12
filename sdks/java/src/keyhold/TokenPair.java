package keyhold;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import keyhold.internal.Json;
import keyhold.internal.Tokens;

/**
 * A pair of tokens of the authorization server, as it is stored.
 *
 * @param expiresOn when the access token expires, in milliseconds since 1970, by this machine's calendar
 */
record TokenPair(String access, String refresh, double expiresOn) {
  String write() {
    Map<String, Object> stored = new LinkedHashMap<>();
    stored.put("access-token", access);
    stored.put("refresh-token", refresh);
    stored.put("expires-on", expiresOn);
    return Json.write(stored);
  }

  /** Empty when the text is damaged: then the user signs in again. */
  static Optional<TokenPair> read(String text) {
    Map<String, Object> stored = Json.object(text);
    String access = Json.text(stored.get("access-token"));
    String refresh = Json.text(stored.get("refresh-token"));
    Double expiresOn = Json.number(stored.get("expires-on"));
    if (access == null || refresh == null || expiresOn == null) return Optional.empty();
    TokenPair pair = new TokenPair(access, refresh, expiresOn);
    return pair.user() == null ? Optional.empty() : Optional.of(pair);
  }

  /** The rn of the user. */
  String user() {
    return Json.text(Tokens.content(access).get("sub"));
  }
}
