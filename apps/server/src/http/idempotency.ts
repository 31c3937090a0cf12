import { hash, hkdfSync } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Actor } from '../access/actor.ts';
import { scopeOf } from '../access/guards.ts';
import { type Database, inTransaction, type Transaction } from '../db/database.ts';
import { isOutcomeUnknown } from '../db/errors.ts';
import { ago, fromNow, now } from '../db/expressions.ts';
import { conflict, invalid, ProblemError } from '../problem.ts';
import { decrypt, encrypt } from '../secrets/encryption.ts';

/** How long the reply of a key is kept, in hours. */
const keptHours = 24;
const keyLimit = 200;

/** A reply, and whether it is a replay of the first one. */
type OnceReply = KeptReply & { readonly replayed: boolean };

/** A caller's use of a key, as the database stores it. */
interface KeyUse {
  readonly key: string;
  readonly row: { readonly 'caller-id': string; readonly 'key-hash': Buffer };
  readonly requestHash: Buffer;
  /** The hashes of the same request: a server of version 1.0 hashes object members in the order in which they were sent. */
  readonly sameRequest: readonly Buffer[];
}

/**
 * Executes a POST with an `Idempotency-Key` once. The key is claimed and the first reply is stored in the transaction of
 * the change, so that none exists without the others; the same request, repeated later or concurrently, gets this reply.
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
  // A concurrent duplicate waits here until the first request commits or fails.
  const found = await claim(tx, actor, use);
  if (found === 'in progress') throw inProgress();
  if (found !== 'claimed') return { ...found, replayed: true };
  const reply = await work();
  await keepReply(tx, actor, use, reply);
  return { ...reply, replayed: false };
}

/** The request's use of a key; null without the header. */
function keyUseOf(actor: Actor, request: FastifyRequest): KeyUse | null {
  const key = idempotencyKey(request);
  if (key === undefined) return null;
  const hashOf = (body: string) => hash('sha256', `${request.method} ${request.url}\n${body}`, 'buffer');
  const requestHash = hashOf(canonicalText(request.body));
  return {
    key,
    row: { 'caller-id': actor.userId, 'key-hash': hash('sha256', key, 'buffer') },
    requestHash,
    sameRequest: [requestHash, hashOf(JSON.stringify(request.body) ?? '')],
  };
}

function isSame({ sameRequest }: KeyUse, stored: Buffer): boolean {
  return sameRequest.some((hashed) => hashed.equals(stored));
}

/** A body as text that is equal for equal JSON values: object members are sorted by key. */
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

/** Deletes the use of a key if it is older than replies are kept. */
async function deleteExpired(tx: Transaction, { row }: KeyUse): Promise<void> {
  await tx
    .deleteFrom('idempotency-keys')
    .where((eb) => eb.and(row))
    .where('created-on', '<', ago({ hours: keptHours }))
    .execute();
}

function selectUse(tx: Transaction, { row }: KeyUse) {
  return tx
    .selectFrom('idempotency-keys')
    .select('request-hash')
    .where((eb) => eb.and(row));
}

function updateUse(tx: Transaction, { row }: KeyUse) {
  return tx.updateTable('idempotency-keys').where((eb) => eb.and(row));
}

function keyReused() {
  return conflict('idempotency-key-used', 'This Idempotency-Key was used for another request. Choose a new one.');
}

/** How long a claim lasts without a renewal, in seconds, in case its node dies. */
const claimSeconds = 60;
/** Interval of renewals, in milliseconds. */
const renewalInterval = 20_000;
/** How long a concurrent duplicate waits for the first request's reply, in milliseconds. */
const longestWait = 10_000;
/** How often it polls for that reply, in milliseconds. */
const pollInterval = 100;

/**
 * Like `once`, for a call of several transactions: claim and reply have their own. If the work fails, the key is free. If
 * its outcome is unknown, or its node dies, the key stays with this request: the same one is executed again, and finds what
 * has been done, as every such call does.
 *
 * @throws {ProblemError} 409 when the key was used for another request, or the first one takes long.
 */
export async function onceInSteps(
  db: Database,
  actor: Actor,
  request: FastifyRequest,
  work: () => Promise<KeptReply>,
): Promise<OnceReply> {
  const use = keyUseOf(actor, request);
  if (use === null) return { ...(await work()), replayed: false };
  const deadline = performance.now() + longestWait;
  for (;;) {
    const found = await inTransaction(db, scopeOf(actor), (tx) => claim(tx, actor, use));
    if (found === 'claimed') return { ...(await execute(db, actor, use, work)), replayed: false };
    if (found !== 'in progress') return { ...found, replayed: true };
    if (performance.now() >= deadline) throw inProgress();
    await wait(pollInterval);
  }
}

/** Claims a key, or returns its stored reply, or reports that another request is in progress with it. */
async function claim(tx: Transaction, actor: Actor, use: KeyUse): Promise<KeptReply | 'claimed' | 'in progress'> {
  await deleteExpired(tx, use);
  const claimed = await tx
    .insertInto('idempotency-keys')
    .values({
      ...use.row,
      'account-id': actor.accountId,
      'request-hash': use.requestHash,
      reply: null,
      'claimed-until': claimEnd,
    })
    .onConflict((oc) =>
      oc
        .columns(['caller-id', 'key-hash'])
        // The node that claimed it has died, or the outcome is unknown.
        .doUpdateSet({ 'request-hash': use.requestHash, 'claimed-until': claimEnd, 'created-on': now })
        .where('idempotency-keys.claimed-until', '<=', now)
        .where('idempotency-keys.request-hash', 'in', use.sameRequest),
    )
    .returning('caller-id')
    .executeTakeFirst();
  if (claimed) return 'claimed';
  const kept = await selectUse(tx, use)
    .select('reply')
    .select(sql<number>`(extract(epoch from clock_timestamp() - "created-on") * 1000)::float8`.as('age'))
    .executeTakeFirst();
  // The work has just failed and released its claim.
  if (!kept) return 'in progress';
  if (!isSame(use, kept['request-hash'])) throw keyReused();
  return kept.reply ? aged(unseal(kept.reply, use.key, actor), kept.age) : 'in progress';
}

function keepReply(tx: Transaction, actor: Actor, use: KeyUse, reply: KeptReply): Promise<unknown> {
  return updateUse(tx, use)
    .set({ reply: seal(reply, use.key, actor), 'claimed-until': null })
    .execute();
}

async function execute(db: Database, actor: Actor, use: KeyUse, work: () => Promise<KeptReply>): Promise<KeptReply> {
  const renew = () =>
    inTransaction(db, scopeOf(actor), (tx) => updateUse(tx, use).set({ 'claimed-until': claimEnd }).execute());
  // If a renewal fails, the next one or the reply still comes in time.
  const renewing = setInterval(() => void renew().catch(() => undefined), renewalInterval);
  try {
    const reply = await work();
    const keep = () => inTransaction(db, scopeOf(actor), (tx) => keepReply(tx, actor, use, reply));
    // The work is done, whether its reply can be kept or not: a claim without a reply expires by itself.
    await keep()
      .catch(keep)
      .catch(() => undefined);
    return reply;
  } catch (error) {
    // A claim that can be neither released nor ended expires by itself.
    await (isOutcomeUnknown(error) ? endClaim : releaseClaim)(db, actor, use).catch(() => undefined);
    throw error;
  } finally {
    clearInterval(renewing);
  }
}

function releaseClaim(db: Database, actor: Actor, { row }: KeyUse): Promise<unknown> {
  return inTransaction(db, scopeOf(actor), (tx) =>
    tx
      .deleteFrom('idempotency-keys')
      .where((eb) => eb.and(row))
      .where('reply', 'is', null)
      .execute(),
  );
}

/** Ends a claim, while the key stays that of its request. */
function endClaim(db: Database, actor: Actor, use: KeyUse): Promise<unknown> {
  return inTransaction(db, scopeOf(actor), (tx) => updateUse(tx, use).set({ 'claimed-until': now }).execute());
}

const claimEnd = fromNow({ secs: claimSeconds });

function inProgress(): ProblemError {
  const message = 'The first request with this Idempotency-Key is still being worked on. Try again shortly.';
  return new ProblemError(409, [{ code: 'idempotency-key-in-progress', message }], { retryAfter: 1 });
}

/** A stored reply. */
interface KeptReply {
  readonly status: number;
  readonly body: string;
  readonly etag?: string | undefined;
}

/** Encrypts the reply under a secret derived from the key, because a reply may contain an activation key. */
function seal(reply: KeptReply, key: string, actor: Actor): Buffer {
  return encrypt(secretOf(key, actor), JSON.stringify(reply));
}

function unseal(sealed: Buffer, key: string, actor: Actor): KeptReply {
  return JSON.parse(decrypt(secretOf(key, actor), sealed)) as KeptReply;
}

function secretOf(key: string, actor: Actor): Buffer {
  return Buffer.from(hkdfSync('sha256', key, actor.userId, 'keyhold idempotency', 32));
}

/** The relative times of a lease, counted from the client's request: a replayed reply must not extend them. */
const leaseTimes = ['expires-in-ms', 'next-heartbeat-ms'] as const;

/**
 * A stored reply, with the times of its lease reduced by its age.
 *
 * @param age milliseconds since the first request
 */
function aged(reply: KeptReply, age: number): KeptReply {
  const body = JSON.parse(reply.body) as { lease?: Record<(typeof leaseTimes)[number], number> };
  if (!body.lease) return reply;
  for (const time of leaseTimes) body.lease[time] = Math.max(0, Math.floor(body.lease[time] - age));
  return { ...reply, body: JSON.stringify(body) };
}
