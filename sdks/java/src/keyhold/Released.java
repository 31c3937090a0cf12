package keyhold;

import java.time.Duration;
import java.util.Optional;

/**
 * The seat was released.
 *
 * @param reason a code of the server, or of the refusal that ended the lease
 * @param message a sentence for users
 * @param by the rn of the principal that released it
 * @param finishWithin how long the application may take to log its user off
 */
public record Released(String reason, String message, Optional<String> by, Duration finishWithin) {}
