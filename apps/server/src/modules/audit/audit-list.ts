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
 * How many entries are wanted, and between which numbers they lie, so that a page of some time ago is not looked for from
 * the end. The numbers of a whole log leave nothing out, which is what the chain is for: then nothing has to be counted.
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
