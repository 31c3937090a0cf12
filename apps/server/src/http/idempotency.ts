import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Actor } from '../access/actor.ts';
import type { Transaction } from '../db/database.ts';
import { conflict, invalid } from '../problem.ts';
import { type KeptReply, seal, unseal } from './kept-reply.ts';

/** How long a key answers its first reply again, in hours (wire, section 1). */
const keptHours = 24;
const keyLimit = 200;

/** A reply, and whether it was the first one to a request sent again. */
export type OnceReply = KeptReply & { readonly replayed: boolean };

/** One use of a key by one user, as the database stores it. */
export interface KeyUse {
  readonly key: string;
  readonly row: { readonly 'user-id': string; readonly 'key-hash': Buffer };
  readonly requestHash: Buffer;
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
): Promise<OnceReply> {
  const use = keyUseOf(actor, request);
  if (use === null) return { ...(await work()), replayed: false };
  await forgetOld(tx, use);
  // A second one at the same time waits here until the first has committed or failed.
  const begun = await tx
    .insertInto('idempotency-keys')
    .values({ ...use.row, 'account-id': actor.accountId, 'request-hash': use.requestHash, reply: null })
    .onConflict((oc) => oc.doNothing())
    .returning('user-id')
    .executeTakeFirst();
  if (!begun) {
    const kept = await selectUse(tx, use).select('reply').executeTakeFirstOrThrow();
    if (!kept['request-hash'].equals(use.requestHash) || !kept.reply) throw usedOtherwise();
    return { ...unseal(kept.reply, use.key, actor), replayed: true };
  }
  const reply = await work();
  await updateUse(tx, use)
    .set({ reply: seal(reply, use.key, actor) })
    .execute();
  return { ...reply, replayed: false };
}

/** The use of a key that a request makes, or null when it makes none. */
export function keyUseOf(actor: Actor, request: FastifyRequest): KeyUse | null {
  const key = idempotencyKey(request);
  if (key === undefined) return null;
  return {
    key,
    row: { 'user-id': actor.userId, 'key-hash': digest(key) },
    requestHash: digest(`${request.method} ${request.url}\n${canonicalText(request.body)}`),
  };
}

/** A body as text that is the same for equal JSON values: the members of objects stand in the order of their keys. */
function canonicalText(body: unknown): string {
  const text = JSON.stringify(body, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
  return text ?? '';
}

function idempotencyKey(request: FastifyRequest): string | undefined {
  const header = request.headers['idempotency-key'];
  if (header === undefined || request.method !== 'POST') return undefined;
  if (Array.isArray(header) || header.length === 0 || header.length > keyLimit) {
    throw invalid('Idempotency-Key', `The header Idempotency-Key must have 1 to ${keyLimit} characters.`);
  }
  return header;
}

/** Deletes the use of a key that is older than a first reply is kept. */
export async function forgetOld(tx: Transaction, { row }: KeyUse): Promise<void> {
  await tx
    .deleteFrom('idempotency-keys')
    .where('user-id', '=', row['user-id'])
    .where('key-hash', '=', row['key-hash'])
    .where('created-on', '<', sql<Date>`now() - make_interval(hours => ${keptHours})`)
    .execute();
}

export function selectUse(tx: Transaction, { row }: KeyUse) {
  return tx
    .selectFrom('idempotency-keys')
    .select('request-hash')
    .where('user-id', '=', row['user-id'])
    .where('key-hash', '=', row['key-hash']);
}

export function updateUse(tx: Transaction, { row }: KeyUse) {
  return tx
    .updateTable('idempotency-keys')
    .where('user-id', '=', row['user-id'])
    .where('key-hash', '=', row['key-hash']);
}

export function usedOtherwise() {
  return conflict('idempotency-key-used', 'This Idempotency-Key was used for another request. Choose a new one.');
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
