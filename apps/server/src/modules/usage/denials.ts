import { type BodyOf, type calls, denialReasons, resourceIdOf } from '@keyhold/contract';
import { sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { inTransaction } from '../../db/database.ts';
import { ProblemError } from '../../problem.ts';
import type { Services } from '../../services.ts';

/** Refusals of the same kind within this time are counted here and written down together, in milliseconds. */
const collectFor = 5000;
/** More kinds at once than this are not counted: nobody reads so many. */
const mostKinds = 10_000;

/** Somebody wanted a license of a product and got none. */
interface Denial {
  readonly account: string;
  readonly user: string;
  readonly product: string;
  readonly reason: string;
  readonly deviceName: string;
}

/** Refusals that wait to be written down, by their kind. */
type Waiting = Map<string, { count: number; last: Denial }>;
const waitingOf = new WeakMap<Services['db'], Waiting>();

/**
 * Notes why somebody was refused a license, if that was a matter of licensing. It has a transaction of its own, since the
 * refused one is undone, and never makes a refusal fail. A client that asks again and again costs one write in some seconds.
 */
export async function noteDenial(
  services: Pick<Services, 'db' | 'log'>,
  actor: Actor,
  body: BodyOf<typeof calls.consumeLicense>,
  error: unknown,
): Promise<void> {
  const reason = error instanceof ProblemError ? error.problems[0].code : '';
  if (!(denialReasons as readonly string[]).includes(reason)) return;
  const product = resourceIdOf(body.product);
  const denial = { account: actor.accountId, user: actor.userId, product, reason, deviceName: body.device.name };
  const key = [denial.account, denial.user, product, reason].join(' ');
  const waiting = waitingOf.get(services.db) ?? new Map();
  waitingOf.set(services.db, waiting);
  const same = waiting.get(key);
  if (same) {
    same.count += 1;
    same.last = denial;
    return;
  }
  if (waiting.size >= mostKinds) return;
  waiting.set(key, { count: 0, last: denial });
  setTimeout(() => {
    const { count, last } = waiting.get(key) ?? { count: 0, last: denial };
    waiting.delete(key);
    if (count > 0) void write(services, last, count);
  }, collectFor).unref();
  await write(services, denial, 1);
}

async function write({ db, log }: Pick<Services, 'db' | 'log'>, denial: Denial, count: number): Promise<void> {
  try {
    await inTransaction(db, { account: denial.account }, (tx) =>
      tx
        .insertInto('usage-denials')
        .values({
          'account-id': denial.account,
          'product-id': denial.product,
          'user-id': denial.user,
          reason: denial.reason,
          hour: sql<Date>`date_trunc('hour', now(), 'UTC')` as never,
          count,
          'last-on': sql<Date>`now()` as never,
          'device-name': denial.deviceName,
        })
        .onConflict((oc) =>
          oc.columns(['account-id', 'product-id', 'user-id', 'reason', 'hour']).doUpdateSet({
            count: sql`"usage-denials".count + excluded.count`,
            'last-on': sql`excluded."last-on"`,
            'device-name': sql`excluded."device-name"`,
          }),
        )
        .execute(),
    );
  } catch (error) {
    log.warn({ err: error }, 'A refusal could not be noted.');
  }
}
