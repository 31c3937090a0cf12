package keyhold.internal;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Verifies lease tokens: compact JWS (RFC 7515), signed with Ed25519 (RFC 8037, RFC 9864). */
public final class Tokens {
  /** What precedes the 32 bytes of an Ed25519 key in its X.509 form (RFC 8410). */
  private static final byte[] PREFIX = HexFormat.of().parseHex("302a300506032b6570032100");

  private Tokens() {}

  /** A token that is not valid. */
  public static final class Invalid extends Exception {
    private static final long serialVersionUID = 1L;

    Invalid(String message) {
      super(message);
    }
  }

  /** The content of a token whose algorithm and type are the only ones accepted, by the key of its header. */
  public static Map<String, Object> verify(String token, String type, Function<Map<String, Object>, Map<String, Object>> keyFor)
      throws Invalid {
    String[] parts = token.split("\\.", -1);
    if (parts.length != 3) throw new Invalid("The token cannot be read.");
    Map<String, Object> header = part(parts[0]);
    boolean isKnown = List.of("Ed25519", "EdDSA").contains(String.valueOf(header.get("alg")));
    if (!isKnown || !type.equals(header.get("typ")) || header.containsKey("crit")) {
      throw new Invalid("The token is not of the type " + type + ".");
    }
    try {
      Signature signature = Signature.getInstance("Ed25519");
      signature.initVerify(publicKey(keyFor.apply(header)));
      signature.update((parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII));
      if (signature.verify(Base64.getUrlDecoder().decode(parts[2]))) return part(parts[1]);
    } catch (GeneralSecurityException | IllegalArgumentException wrong) {
      // As a wrong signature.
    }
    throw new Invalid("The token is not signed by this license server.");
  }

  private static PublicKey publicKey(Map<String, Object> key) throws GeneralSecurityException {
    byte[] x = Base64.getUrlDecoder().decode(String.valueOf(key.get("x")));
    if (!"OKP".equals(key.get("kty")) || !"Ed25519".equals(key.get("crv")) || x.length != 32) {
      throw new GeneralSecurityException("The key is of another kind.");
    }
    byte[] encoded = new byte[PREFIX.length + x.length];
    System.arraycopy(PREFIX, 0, encoded, 0, PREFIX.length);
    System.arraycopy(x, 0, encoded, PREFIX.length, x.length);
    return KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(encoded));
  }

  /** The header of a token that is not verified yet. */
  public static Map<String, Object> header(String token) {
    return part(token.split("\\.", -1)[0]);
  }

  /** The content of a session's token, which the server verifies. */
  public static Map<String, Object> content(String token) {
    String[] parts = token.split("\\.", -1);
    return parts.length == 3 ? part(parts[1]) : Map.of();
  }

  private static Map<String, Object> part(String part) {
    try {
      return Json.object(new String(Base64.getUrlDecoder().decode(part), StandardCharsets.UTF_8));
    } catch (IllegalArgumentException wrong) {
      return Map.of();
    }
  }

  /** The signing key of a set with an id; empty when there is none. */
  public static Map<String, Object> find(Object keys, Object id) {
    if (!(keys instanceof List<?> list) || id == null) return Map.of();
    for (Object one : list) {
      Map<String, Object> key = Json.object(one);
      if (id.equals(key.get("kid")) && "sig".equals(key.getOrDefault("use", "sig"))) return key;
    }
    return Map.of();
  }

  /** The claims of an offline lease, by the root key that certifies the key which signed the lease. */
  public static Claims verifyOffline(String token, Map<String, Object> rootKey) throws Invalid {
    String certificate = Json.text(header(token).get("key-cert"));
    if (certificate == null) throw new Invalid("The offline lease does not carry the certificate of its key.");
    Map<String, Object> certified = verify(certificate, "key+jwt", header -> rootKey);
    Map<String, Object> key = Json.object(certified.get("jwk"));
    Double ends = Json.number(certified.get("exp"));
    Claims claims = new Claims(verify(token, "lease+jwt", header -> key));
    claims.require(Map.of("mode", "offline"));
    if (ends == null || claims.number("exp") > ends) {
      throw new Invalid("The certificate of the offline lease ends before the lease does.");
    }
    return claims;
  }
}
