package keyhold;

import keyhold.internal.Claims;
import keyhold.internal.Term;

/**
 * A seat that the server granted, with its signature.
 *
 * @param token also authorizes the release of the seat
 */
record Grant(String id, long epoch, String license, String token, Claims claims, Term term) {}
