import { InvalidReplyError } from './errors.ts';
import { isRecord, numberOrNull, textOrNull } from './json.ts';

/** A lease as the server returns it; durations in milliseconds from the moment the request was sent. */
export interface LeaseReply {
  readonly id: string;
  readonly epoch: number;
  readonly license: string;
  readonly expiresInMs: number;
  readonly nextHeartbeatMs: number;
  readonly token: string;
  /** How long the license goes on after its end, ISO 8601; null where it does not. */
  readonly graceUntil: string | null;
}

/**
 * Reads the lease of a reply.
 *
 * @throws {InvalidReplyError} when the reply has none.
 */
export function readLease(reply: Record<string, unknown>): LeaseReply {
  const lease = isRecord(reply['lease']) ? reply['lease'] : {};
  const id = textOrNull(lease['id']);
  const epoch = numberOrNull(lease['epoch']);
  const license = textOrNull(lease['license']);
  const expiresInMs = numberOrNull(lease['expires-in-ms']);
  const nextHeartbeatMs = numberOrNull(lease['next-heartbeat-ms']);
  const token = textOrNull(lease['token']);
  if (!id || epoch === null || !license || expiresInMs === null || nextHeartbeatMs === null || !token) {
    throw new InvalidReplyError('The server answered without a lease.');
  }
  return { id, epoch, license, expiresInMs, nextHeartbeatMs, token, graceUntil: textOrNull(lease['grace-until']) };
}
