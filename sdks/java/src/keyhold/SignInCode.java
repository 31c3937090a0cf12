package keyhold;

import java.time.Instant;

/**
 * A code that the user enters in a browser elsewhere.
 *
 * @param userCode the code, {@code XXXX-XXXX}
 * @param verificationUri the address where the user enters it
 * @param verificationUriComplete the address with the code in it, for a link or a QR code
 * @param expiresAt when the code expires
 */
public record SignInCode(String userCode, String verificationUri, String verificationUriComplete, Instant expiresAt) {}
