import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Actor } from '../access/actor.ts';

/** A reply as it was first sent. */
export interface KeptReply {
  readonly status: number;
  readonly body: string;
  readonly etag?: string | undefined;
}

/** The reply, encrypted under a secret that follows from the key: a reply may hold an activation key. */
export function seal(reply: KeptReply, key: string, actor: Actor): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', secretOf(key, actor), nonce);
  const text = Buffer.concat([cipher.update(JSON.stringify(reply), 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

export function unseal(sealed: Buffer, key: string, actor: Actor): KeptReply {
  const decipher = createDecipheriv('aes-256-gcm', secretOf(key, actor), sealed.subarray(0, 12));
  decipher.setAuthTag(sealed.subarray(12, 28));
  const text = Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]);
  return JSON.parse(text.toString('utf8')) as KeptReply;
}

function secretOf(key: string, actor: Actor): Buffer {
  return Buffer.from(hkdfSync('sha256', key, actor.userId, 'keyhold idempotency', 32));
}

/** The times of a lease that a client counts from its request: a replayed reply must not extend them. */
const leaseTimes = ['expires-in-ms', 'next-heartbeat-ms'] as const;

/**
 * A reply as it is true now: the time that a lease was promised has gone on since, everything else is as it was.
 *
 * @param age milliseconds since the first request
 */
export function aged(reply: KeptReply, age: number): KeptReply {
  const body = JSON.parse(reply.body) as { lease?: Record<(typeof leaseTimes)[number], number> };
  if (!body.lease) return reply;
  for (const time of leaseTimes) body.lease[time] = Math.max(0, Math.floor(body.lease[time] - age));
  return { ...reply, body: JSON.stringify(body) };
}
