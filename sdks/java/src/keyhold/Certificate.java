package keyhold;

import java.time.Instant;
import java.util.Map;
import keyhold.internal.Json;

/**
 * The terms of a license, as signed by the server.
 *
 * @param product the rn of the product
 * @param type {@code Perpetual}, {@code Subscription} or {@code Trial}
 * @param expiry when the license ends, ISO 8601; null when it does not
 * @param maintenanceEnd ISO 8601, or null
 * @param graceUntil when a license that goes on after its end cannot be used any more; null where it does not
 */
public record Certificate(String product, String type, String version, String expiry, String maintenanceEnd, Instant graceUntil) {
  static Certificate of(Map<String, Object> signed) {
    Double grace = Json.number(signed.get("grace-exp"));
    return new Certificate((String) signed.get("product"), (String) signed.get("type"), (String) signed.get("version"),
        (String) signed.get("expiry"), (String) signed.get("maintenance-end"),
        grace == null ? null : Instant.ofEpochSecond(grace.longValue()));
  }
}
