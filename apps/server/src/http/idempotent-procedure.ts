import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { type Actor, scopeOf } from '../access/actor.ts';
import { type Database, inTransaction } from '../db/database.ts';
import { ProblemError } from '../problem.ts';
import {
  forgetOld,
  type KeyUse,
  keyUseOf,
  type OnceReply,
  selectUse,
  updateUse,
  usedOtherwise,
} from './idempotency.ts';
import { aged, type KeptReply, seal, unseal } from './kept-reply.ts';

/** How long a node that works on a request keeps its key without saying so again, in seconds: it may have died. */
const claimSeconds = 60;
/** How often it says so again, in milliseconds. */
const renewal = 20_000;
/** How long the same request, sent again meanwhile, waits for the first one's reply, in milliseconds. */
const patience = 10_000;
/** How often it looks for that reply, in milliseconds. */
const lookEvery = 100;

/**
 * As `once`, for a call of several transactions. The key is claimed before the work and keeps the reply after it; work
 * that fails, or whose node dies, leaves it free for another try.
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
  const deadline = performance.now() + patience;
  for (;;) {
    const found = await claim(db, actor, use);
    if (found === 'claimed') return { ...(await execute(db, actor, use, work)), replayed: false };
    if (found !== 'in progress') return { ...found, replayed: true };
    if (performance.now() >= deadline) throw inProgress();
    await wait(lookEvery);
  }
}

/** Claims a key, or returns its stored reply, or reports that another request is at work on it. */
function claim(db: Database, actor: Actor, use: KeyUse): Promise<KeptReply | 'claimed' | 'in progress'> {
  return inTransaction(db, scopeOf(actor), async (tx) => {
    await forgetOld(tx, use);
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
          .columns(['user-id', 'key-hash'])
          // The node that worked on it is gone.
          .doUpdateSet({ 'request-hash': use.requestHash, 'claimed-until': claimEnd, 'created-on': sql`now()` })
          .where('idempotency-keys.claimed-until', '<', sql<Date>`now()`),
      )
      .returning('user-id')
      .executeTakeFirst();
    if (claimed) return 'claimed';
    const kept = await selectUse(tx, use)
      .select('reply')
      .select(sql<number>`(extract(epoch from clock_timestamp() - "created-on") * 1000)::float8`.as('age'))
      .executeTakeFirst();
    // The work has failed just now: its key is free again.
    if (!kept) return 'in progress';
    if (!kept['request-hash'].equals(use.requestHash)) throw usedOtherwise();
    return kept.reply ? aged(unseal(kept.reply, use.key, actor), kept.age) : 'in progress';
  });
}

async function execute(db: Database, actor: Actor, use: KeyUse, work: () => Promise<KeptReply>): Promise<KeptReply> {
  const renew = () =>
    inTransaction(db, scopeOf(actor), (tx) => updateUse(tx, use).set({ 'claimed-until': claimEnd }).execute());
  // Should one renewal fail, the next one or the reply comes in time.
  const renewing = setInterval(() => void renew().catch(() => undefined), renewal);
  try {
    const reply = await work();
    const kept = { reply: seal(reply, use.key, actor), 'claimed-until': null };
    await inTransaction(db, scopeOf(actor), (tx) => updateUse(tx, use).set(kept).execute());
    return reply;
  } catch (error) {
    // A claim that cannot be given back ends by itself.
    await giveBack(db, actor, use).catch(() => undefined);
    throw error;
  } finally {
    clearInterval(renewing);
  }
}

function giveBack(db: Database, actor: Actor, { row }: KeyUse): Promise<unknown> {
  return inTransaction(db, scopeOf(actor), (tx) =>
    tx
      .deleteFrom('idempotency-keys')
      .where('user-id', '=', row['user-id'])
      .where('key-hash', '=', row['key-hash'])
      .where('reply', 'is', null)
      .execute(),
  );
}

const claimEnd = sql<Date>`now() + make_interval(secs => ${claimSeconds})`;

function inProgress(): ProblemError {
  const message = 'The first request with this Idempotency-Key is still being worked on. Try again shortly.';
  return new ProblemError(409, [{ code: 'idempotency-key-in-progress', message }], { retryAfter: 1 });
}
