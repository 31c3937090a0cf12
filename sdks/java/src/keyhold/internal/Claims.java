package keyhold.internal;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The claims of a lease token whose signature is verified; times are seconds since 1970 on the server's clock. */
public final class Claims {
  private static final List<String> TEXTS = List.of("iss", "aud", "sub", "jti", "lic", "dev", "stream", "mode");
  private static final List<String> NUMBERS = List.of("iat", "nbf", "exp", "epoch", "seq", "grace-exp");
  private static final List<String> TYPES = List.of("Perpetual", "Subscription", "Trial");

  private final Map<String, Object> claims;

  public Claims(Map<String, Object> claims) {
    this.claims = claims;
  }

  /** A claim that is a text. */
  public String text(String name) {
    return (String) claims.get(name);
  }

  /** A claim that is a number. */
  public double number(String name) {
    return (Double) claims.get(name);
  }

  /** The terms of the license. */
  public Map<String, Object> certificate() {
    return Json.object(claims.get("cert"));
  }

  /** The rns of the add-ons. */
  public List<String> addons() {
    return ((List<?>) claims.get("addons")).stream().map(String.class::cast).toList();
  }

  /** Requires every claim, and that those of the request match; a number is compared as a double. */
  public void require(Map<String, ?> expected) throws Tokens.Invalid {
    boolean isWhole = TEXTS.stream().allMatch(name -> claims.get(name) instanceof String)
        && NUMBERS.stream().allMatch(name -> claims.get(name) instanceof Double)
        && List.of("online", "offline").contains(text("mode"))
        && isTextOrNull(claims, "nonce")
        && claims.get("addons") instanceof List<?> addons && addons.stream().allMatch(String.class::isInstance)
        && isCertificate(certificate());
    if (!isWhole) throw new Tokens.Invalid("The lease token has not every claim.");
    for (Map.Entry<String, ?> entry : expected.entrySet()) {
      Object claim = claims.get(entry.getKey());
      boolean isSame = entry.getKey().equals("aud")
          ? isProduct(text("aud"), String.valueOf(entry.getValue()))
          : Objects.equals(claim, entry.getValue());
      if (!isSame) throw new Tokens.Invalid("The lease token is about another " + entry.getKey() + ".");
    }
  }

  private static boolean isCertificate(Map<String, Object> certificate) {
    return certificate.get("product") instanceof String
        && certificate.get("version") instanceof String
        && certificate.get("type") instanceof String type && TYPES.contains(type)
        && isTextOrNull(certificate, "expiry")
        && isTextOrNull(certificate, "maintenance-end");
  }

  private static boolean isTextOrNull(Map<String, Object> object, String name) {
    return object.containsKey(name) && (object.get(name) == null || object.get(name) instanceof String);
  }

  /** Whether a product is the named one, by its rn or its id. */
  private static boolean isProduct(String rn, String named) {
    return rn.equals(named) || (named.indexOf(':') < 0 && rn.endsWith(":product:" + named));
  }
}
