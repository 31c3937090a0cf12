import { denialReasons, resourceIdOf } from '@keyhold/contract';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Actor } from '../../access/actor.ts';
import { type Database, inTransaction, type Transaction } from '../../db/database.ts';
import type { Input } from '../../http/input.ts';
import { rnOf } from '../../installation.ts';
import { ProblemError } from '../../problem.ts';
import { queueWebhooks } from '../../webhooks/webhook-events.ts';

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

/** Records refused requests for a license, those of licensing reasons only. Never makes a refusal fail. */
export interface Denials {
  /**
   * Writes the first refusal of a kind (account, user, product, reason) at once, in a transaction of its own, since the
   * refused one is rolled back; counts the next ones until the next flush.
   */
  note(actor: Actor, body: Input<'consumeLicense'>['body'], error: unknown): Promise<void>;
  /** Writes what has been counted since the last flush: one row for each kind, however often a client asked. */
  flush(): Promise<void>;
}

export function createDenials(db: Database, log: Logger): Denials {
  const counted = new Map<string, { count: number; last: Denial }>();
  return {
    async note(actor, body, error) {
      const denial = denialOf(actor, body, error);
      if (!denial) return;
      const key = [denial.account, denial.user, denial.product, denial.reason].join(' ');
      const same = counted.get(key);
      if (same) {
        same.count += 1;
        same.last = denial;
        return;
      }
      if (counted.size >= mostKinds) return;
      counted.set(key, { count: 0, last: denial });
      await write(db, log, denial, 1);
    },
    async flush() {
      const waiting = [...counted.values()].filter(({ count }) => count > 0);
      counted.clear();
      for (const { last, count } of waiting) await write(db, log, last, count);
    },
  };
}

function denialOf(actor: Actor, body: Input<'consumeLicense'>['body'], error: unknown): Denial | null {
  const reason = error instanceof ProblemError ? error.problems[0].code : '';
  if (!(denialReasons as readonly string[]).includes(reason)) return null;
  const product = resourceIdOf(body.product);
  return {
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
}

async function write(db: Database, log: Logger, denial: Denial, count: number): Promise<void> {
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
  queueWebhooks(tx, [{ account, type: 'license.denied', data: { ...rns, reason, 'device-name': deviceName } }]);
}
