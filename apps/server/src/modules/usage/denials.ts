import { type BodyOf, type calls, denialReasons, resourceIdOf } from '@keyhold/contract';
import { sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { rnOf } from '../../installation.ts';
import { ProblemError } from '../../problem.ts';
import type { Services } from '../../services.ts';
import { queueWebhooks } from '../webhooks/webhook-events.ts';

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
  /** The rns of account, user and product. */
  readonly rns: Readonly<Record<'account' | 'user' | 'product', string>>;
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
  const denial: Denial = {
    account: actor.accountId,
    user: actor.userId,
    product,
    reason,
    deviceName: body.device.name,
    rns: {
      account: rnOf(actor.installation, actor.accountId, 'account', actor.accountId),
      user: actor.rn,
      product: body.product,
    },
  };
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
    await inTransaction(db, { account: denial.account }, async (tx) => {
      const row = await tx
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
        .returning('count')
        .executeTakeFirstOrThrow();
      // Of the first of its kind in an hour, webhooks are told.
      if (row.count === count) await tell(tx, denial);
    });
  } catch (error) {
    log.warn({ err: error }, 'A refusal could not be noted.');
  }
}

async function tell(tx: Transaction, { account, reason, deviceName, rns }: Denial): Promise<void> {
  await queueWebhooks(tx, account, 'license.denied', { ...rns, reason, 'device-name': deviceName });
}
