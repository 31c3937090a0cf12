import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type AuditRow, csvLine, resources } from '@keyhold/contract';
import { type Selectable, sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { scopeOf } from '../../access/guards.ts';
import { type Database, inTransaction, type Transaction } from '../../db/database.ts';
import type { AuditTable } from '../../db/schema.ts';
import type { Stream } from '../../http/bind.ts';
import type { Input } from '../../http/input.ts';
import { allAccounts, auditRow, loggedAccount, selectAudit } from './audit-row.ts';

/** Rows per query, so that a log of any length is exported without holding it in memory. */
const batchSize = 1000;

type Query = Input<'exportAudit'>['query'];

/** Writes a log as NDJSON or CSV, oldest row first, up to the last row at the start of the export. */
export const exportAudit: Stream<'exportAudit'> = async (services, actor, { query }, request, reply) => {
  const log = await inTransaction(services.db, scopeOf(actor), async (tx) => {
    const account = await loggedAccount(tx, actor, query);
    return account === allAccounts ? logOfAll(query, await readTime(tx)) : logOf(tx, account, query);
  });
  const { type, head, line } = formats[query.format](query);
  reply.hijack();
  const response = reply.raw;
  response.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': type,
    'content-disposition': `attachment; filename="audit.${query.format}"`,
    'cache-control': 'no-store',
    'x-request-id': request.id,
  });
  try {
    response.write(head);
    await writeRows(services.db, actor, log, line, response);
    response.end();
  } catch (error) {
    // The status has been sent: only a broken connection shows the client that lines are missing.
    request.log.error({ err: error }, 'An export of the audit log failed; its connection is closed.');
    response.destroy();
  }
};

type Row = Selectable<AuditTable> & { readonly position?: string };
/** Reads the rows after one, in order. */
type Log = (tx: Transaction, last: Row | undefined) => Promise<Row[]>;

async function logOf(tx: Transaction, account: string, query: Query): Promise<Log> {
  const { seq: last } = await tx
    .selectFrom('audit')
    .select(({ fn }) => fn.max('seq').as('seq'))
    .where('account-id', '=', account)
    .executeTakeFirstOrThrow();
  return (reading, row) =>
    selectAudit(reading, account, query)
      .where('seq', '>', row?.seq ?? 0)
      .where('seq', '<=', last ?? 0)
      .orderBy('seq')
      .limit(batchSize)
      .execute();
}

/** The log of all accounts, by time. Times are compared as texts of the database, which are more precise than a Date. */
function logOfAll(query: Query, until: string): Log {
  const key = sql`("on", "account-id", seq)`;
  return (tx, row) =>
    selectAudit(tx, allAccounts, query)
      .select(sql<string>`"on"::text`.as('position'))
      .where('on', '<=', sql<Date>`${until}::timestamptz`)
      .$if(row !== undefined, (rows) =>
        rows.where(
          sql<boolean>`${key} > (${row?.position}::timestamptz, ${row?.['account-id']}::uuid, ${row?.seq}::bigint)`,
        ),
      )
      .orderBy('on')
      .orderBy('account-id')
      .orderBy('seq')
      .limit(batchSize)
      .execute();
}

async function readTime(tx: Transaction): Promise<string> {
  const { rows } = await sql<{ now: string }>`select now()::text as now`.execute(tx);
  return rows[0]?.now ?? '';
}

/** Writes the rows of a log in batches, respecting the client's backpressure. */
async function writeRows(
  db: Database,
  actor: Actor,
  log: Log,
  line: (row: AuditRow) => string,
  response: ServerResponse,
): Promise<void> {
  for (let last: Row | undefined; !response.destroyed; ) {
    const after = last;
    const rows = await inTransaction(db, scopeOf(actor), (tx) => log(tx, after));
    const lines = rows.map((row) => line(auditRow(actor, row))).join('');
    if (!response.write(lines) && !response.destroyed)
      await Promise.race([once(response, 'drain'), once(response, 'close')]);
    last = rows.at(-1);
    if (last === undefined || rows.length < batchSize) break;
  }
}

interface Format {
  readonly type: string;
  /** What the file begins with. */
  readonly head: string;
  readonly line: (row: AuditRow) => string;
}

const formats: Readonly<Record<Query['format'], (query: Query) => Format>> = {
  ndjson: () => ({
    type: 'application/x-ndjson; charset=utf-8',
    head: '',
    line: (row) => `${JSON.stringify(row)}\n`,
  }),
  csv: ({ separator }) => ({
    type: 'text/csv; charset=utf-8',
    // A byte order mark, by which spreadsheets recognize UTF-8.
    head: `\uFEFF${csvLine(columns, separator)}`,
    line: (row) =>
      csvLine(
        columns.map((column) => cellOf(column, row[column])),
        separator,
      ),
  }),
};

const columns = Object.keys(resources.auditRow.schema.shape) as (keyof AuditRow)[];

function cellOf(column: keyof AuditRow, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return JSON.stringify(value);
  // The form of a time that spreadsheets of every language read.
  return column === 'on' ? value.replace('T', ' ').replace('Z', '') : value;
}
