import { once } from 'node:events';
import type { calls } from '@keyhold/contract';
import { sql } from 'kysely';
import { scopeOf } from '../../access/actor.ts';
import { reachableAccount } from '../../access/guards.ts';
import { inTransaction } from '../../db/database.ts';
import type { Stream } from '../../http/bind.ts';
import { auditRow, selectAudit } from './audit-row.ts';

/** Rows read at once: a log is exported however long it is, without ever being held whole. */
const batchSize = 1000;

/** Writes an account's log as NDJSON, the oldest row first, as far as it reached when the export began. */
export const exportAudit: Stream<typeof calls.exportAudit> = async (services, actor, { query }, request, reply) => {
  const { account, last } = await inTransaction(services.db, scopeOf(actor), async (tx) => {
    const reached = await reachableAccount(tx, actor, query.account ?? actor.accountId);
    const head = await tx
      .selectFrom('audit')
      .select(sql<number>`coalesce(max(seq), 0)`.as('seq'))
      .where('account-id', '=', reached)
      .executeTakeFirstOrThrow();
    return { account: reached, last: Number(head.seq) };
  });
  reply.hijack();
  const response = reply.raw;
  response.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'application/x-ndjson; charset=utf-8',
    'content-disposition': 'attachment; filename="audit.ndjson"',
    'cache-control': 'no-store',
    'x-request-id': request.id,
  });
  for (let after = 0; !response.destroyed; ) {
    const rows = await inTransaction(services.db, scopeOf(actor), (tx) =>
      selectAudit(tx, account, query)
        .where('seq', '>', after)
        .where('seq', '<=', last)
        .orderBy('seq')
        .limit(batchSize)
        .execute(),
    );
    const lines = rows.map((row) => `${JSON.stringify(auditRow(actor.installation, row))}\n`).join('');
    if (!response.write(lines) && !response.destroyed)
      await Promise.race([once(response, 'drain'), once(response, 'close')]);
    const end = rows.at(-1)?.seq;
    if (end === undefined || rows.length < batchSize) break;
    after = end;
  }
  response.end();
};
