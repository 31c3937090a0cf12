import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Actor } from '../access/actor.ts';
import type { Transaction } from '../db/database.ts';
import { conflict, invalid } from '../problem.ts';

/** How long a key answers its first reply again, in hours (wire, section 1). */
const keptHours = 24;
const keyLimit = 200;

/** A reply as it was first sent. */
export interface KeptReply {
  readonly status: number;
  readonly body: string;
  readonly etag?: string | undefined;
}

/**
 * Makes a POST with an `Idempotency-Key` happen once. The first reply is kept in the transaction of its change, so that
 * there is never one without the other; the same request again, even at the same time, is answered with it.
 *
 * @throws {ProblemError} 409 when the key was used for another request.
 */
export async function once(
  tx: Transaction,
  actor: Actor,
  request: FastifyRequest,
  work: () => Promise<KeptReply>,
): Promise<KeptReply & { readonly replayed: boolean }> {
  const key = idempotencyKey(request);
  if (key === undefined) return { ...(await work()), replayed: false };
  const row = { 'user-id': actor.userId, 'key-hash': digest(key) };
  await tx
    .deleteFrom('idempotency-keys')
    .where('user-id', '=', row['user-id'])
    .where('key-hash', '=', row['key-hash'])
    .where('created-on', '<', sql<Date>`now() - make_interval(hours => ${keptHours})`)
    .execute();
  const requestHash = digest(`${request.method} ${request.url}\n${JSON.stringify(request.body) ?? ''}`);
  // A second one at the same time waits here until the first has committed or failed.
  const begun = await tx
    .insertInto('idempotency-keys')
    .values({ ...row, 'account-id': actor.accountId, 'request-hash': requestHash, reply: null })
    .onConflict((oc) => oc.doNothing())
    .returning('user-id')
    .executeTakeFirst();
  if (!begun) {
    const kept = await tx
      .selectFrom('idempotency-keys')
      .select(['request-hash', 'reply'])
      .where('user-id', '=', row['user-id'])
      .where('key-hash', '=', row['key-hash'])
      .executeTakeFirstOrThrow();
    if (!kept['request-hash'].equals(requestHash) || !kept.reply) throw usedOtherwise();
    return { ...unseal(kept.reply, key, actor), replayed: true };
  }
  const reply = await work();
  await tx
    .updateTable('idempotency-keys')
    .set({ reply: seal(reply, key, actor) })
    .where('user-id', '=', row['user-id'])
    .where('key-hash', '=', row['key-hash'])
    .execute();
  return { ...reply, replayed: false };
}

function idempotencyKey(request: FastifyRequest): string | undefined {
  const header = request.headers['idempotency-key'];
  if (header === undefined || request.method !== 'POST') return undefined;
  if (Array.isArray(header) || header.length === 0 || header.length > keyLimit) {
    throw invalid('Idempotency-Key', `The header Idempotency-Key must have 1 to ${keyLimit} characters.`);
  }
  return header;
}

function usedOtherwise() {
  return conflict('idempotency-key-used', 'This Idempotency-Key was used for another request. Choose a new one.');
}

/** The reply under a secret that only whoever sends the key again has: a reply may hold an activation key. */
function seal(reply: KeptReply, key: string, actor: Actor): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', secretOf(key, actor), nonce);
  const text = Buffer.concat([cipher.update(JSON.stringify(reply), 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

function unseal(sealed: Buffer, key: string, actor: Actor): KeptReply {
  const decipher = createDecipheriv('aes-256-gcm', secretOf(key, actor), sealed.subarray(0, 12));
  decipher.setAuthTag(sealed.subarray(12, 28));
  const text = Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]);
  return JSON.parse(text.toString('utf8')) as KeptReply;
}

function secretOf(key: string, actor: Actor): Buffer {
  return Buffer.from(hkdfSync('sha256', key, actor.userId, 'keyhold idempotency', 32));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
