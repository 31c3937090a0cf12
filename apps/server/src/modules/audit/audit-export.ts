import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Actor } from '../../access/actor.ts';
import { accountOf, scopeOf } from '../../access/guards.ts';
import { inTransaction } from '../../db/database.ts';
import type { Stream } from '../../http/bind.ts';
import type { Input } from '../../http/input.ts';
import type { Services } from '../../services.ts';
import { auditRow, selectAudit } from './audit-row.ts';

/** Rows per query, so that a log of any length is exported without holding it in memory. */
const batchSize = 1000;

/** Writes an account's log as NDJSON, oldest row first, up to the last row at the start of the export. */
export const exportAudit: Stream<'exportAudit'> = async (services, actor, { query }, request, reply) => {
  const { account, last } = await inTransaction(services.db, scopeOf(actor), async (tx) => {
    const reached = await accountOf(tx, actor, query);
    const head = await tx
      .selectFrom('audit')
      .select(({ fn }) => fn.max('seq').as('seq'))
      .where('account-id', '=', reached)
      .executeTakeFirstOrThrow();
    return { account: reached, last: head.seq ?? 0 };
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
  try {
    await writeRows(services, actor, query, { account, last }, response);
    response.end();
  } catch (error) {
    // The status has been sent: only a broken connection shows the client that lines are missing.
    request.log.error({ err: error }, 'An export of the audit log failed; its connection is closed.');
    response.destroy();
  }
};

/** Writes the rows up to `last` in batches, respecting the client's backpressure. */
async function writeRows(
  { db }: Pick<Services, 'db'>,
  actor: Actor,
  query: Input<'exportAudit'>['query'],
  { account, last }: { readonly account: string; readonly last: number },
  response: ServerResponse,
): Promise<void> {
  for (let after = 0; !response.destroyed; ) {
    const rows = await inTransaction(db, scopeOf(actor), (tx) =>
      selectAudit(tx, account, query)
        .where('seq', '>', after)
        .where('seq', '<=', last)
        .orderBy('seq')
        .limit(batchSize)
        .execute(),
    );
    const lines = rows.map((row) => `${JSON.stringify(auditRow(actor, row))}\n`).join('');
    if (!response.write(lines) && !response.destroyed)
      await Promise.race([once(response, 'drain'), once(response, 'close')]);
    const end = rows.at(-1)?.seq;
    if (end === undefined || rows.length < batchSize) break;
    after = end;
  }
}
