import { sql } from 'kysely';
import { accountOf } from '../../access/guards.ts';
import type { Transaction } from '../../db/database.ts';
import type { Operation } from '../../http/bind.ts';
import type { Input } from '../../http/input.ts';
import { listPage } from '../../lists/page.ts';
import { auditRow, selectAudit } from './audit-row.ts';

export const listAudit: Operation<'listAudit'> = async (tx, actor, { query }) => {
  const account = await accountOf(tx, actor, query);
  const { total, first, last } = await extentOf(tx, account, query);
  const found = selectAudit(tx, account, query).where('seq', '>=', first).where('seq', '<=', last);
  const { rows, ...page } = await listPage(found, auditSorts, query, '-seq', () => total);
  return { items: rows.map((row) => auditRow(actor, row)), ...page };
};

const filters = ['action', 'resource', 'actor', 'from', 'to'] as const;

/**
 * The number of matching entries and the range of their sequence numbers, so that a page of old entries is not searched
 * from the end. The numbers of an unfiltered log have no gaps, as its hash chain requires, so nothing has to be
 * counted.
 */
async function extentOf(tx: Transaction, account: string, query: Input<'listAudit'>['query']) {
  const everything = filters.every((filter) => query[filter] === undefined);
  const total = everything ? sql<number>`coalesce(max(seq) - min(seq) + 1, 0)::int` : sql<number>`count(*)::int`;
  return selectAudit(tx, account, query)
    .clearSelect()
    .select([
      total.as('total'),
      sql<number>`coalesce(min(seq), 0)`.as('first'),
      sql<number>`coalesce(max(seq), 0)`.as('last'),
    ])
    .executeTakeFirstOrThrow();
}

const auditSorts = { seq: [sql.ref('audit.seq')] };
