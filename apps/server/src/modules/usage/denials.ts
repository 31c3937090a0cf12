import { denialReasons } from '@keyhold/contract';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Actor } from '../../access/actor.ts';
import { type Database, inTransaction } from '../../db/database.ts';
import { now } from '../../db/expressions.ts';
import type { Input } from '../../http/input.ts';
import { catalogueRnOf, rnOf } from '../../installation.ts';
import { ProblemError } from '../../problem.ts';
import { productIdOf } from '../../records/catalogue.sql.ts';
import { queueWebhooks } from '../../webhook-delivery/webhook-events.ts';

declare module '../../services.ts' {
  interface Services {
    readonly denials: Denials;
  }
}

/** Maximum kinds of refusals counted between two flushes. */
const maxKinds = 10_000;

/** A request for a license that was refused. */
interface Denial {
  readonly row: Readonly<Record<'account-id' | 'user-id' | 'product-id' | 'reason' | 'device-name', string>>;
  /** The rns of account, user and product. */
  readonly rns: Readonly<Record<'account' | 'user' | 'product', string>>;
}

/** Records requests for a license that were refused for licensing reasons. Recording never makes the refusal fail. */
export interface Denials {
  /**
   * Writes the first refusal of a kind (account, user, product, reason) immediately, in a separate transaction, since
   * that of the request is rolled back; counts further ones until the next flush.
   */
  note(actor: Actor, body: Input<'consumeLicense'>['body'], error: unknown): Promise<void>;
  /** Writes the counts since the last flush: one row per kind, for any number of refusals. */
  flush(): Promise<void>;
}

export function createDenials(db: Database, log: Logger): Denials {
  const counted = new Map<string, { count: number; last: Denial }>();
  return {
    async note(actor, body, error) {
      const denial = denialOf(actor, body, error);
      if (!denial) return;
      const { 'device-name': _, ...kind } = denial.row;
      const key = Object.values(kind).join(' ');
      const same = counted.get(key);
      if (same) {
        same.count += 1;
        same.last = denial;
        return;
      }
      if (counted.size >= maxKinds) return;
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
  const product = productIdOf(actor, body.product) ?? '';
  return {
    row: {
      'account-id': actor.accountId,
      'user-id': actor.userId,
      'product-id': product,
      reason,
      'device-name': body.device.name,
    },
    rns: {
      account: rnOf(actor.installation, actor.accountId, 'account', actor.accountId),
      user: actor.rn,
      product: catalogueRnOf(actor.installation, 'product', product),
    },
  };
}

async function write(db: Database, log: Logger, { row, rns }: Denial, count: number): Promise<void> {
  const account = row['account-id'];
  try {
    await inTransaction(db, { account }, async (tx) => {
      const written = await tx
        .insertInto('usage-denials')
        .values({ ...row, hour: sql<Date>`date_trunc('hour', now(), 'UTC')`, count, 'last-on': now })
        .onConflict((oc) =>
          oc.columns(['account-id', 'product-id', 'user-id', 'reason', 'hour']).doUpdateSet({
            count: sql`"usage-denials".count + excluded.count`,
            'last-on': sql`excluded."last-on"`,
            'device-name': sql`excluded."device-name"`,
          }),
        )
        .returning('count')
        .executeTakeFirstOrThrow();
      // Webhooks are notified of the first refusal of a kind in an hour.
      const data = { ...rns, reason: row.reason, 'device-name': row['device-name'] };
      if (written.count === count) queueWebhooks(tx, [{ account, type: 'license.denied', data }]);
    });
  } catch (error) {
    log.warn({ err: error }, 'A refusal could not be recorded.');
  }
}
