import type { calls } from '@keyhold/contract';
import { sql } from 'kysely';
import { reachableAccount } from '../../access/guards.ts';
import type { Transaction } from '../../db/database.ts';
import type { Operation } from '../../http/bind.ts';
import { listPage } from '../../lists/page.ts';
import { auditRow, selectAudit } from './audit-row.ts';

export const listAudit: Operation<typeof calls.listAudit> = async (tx, actor, { query }) => {
  const account = await reachableAccount(tx, actor, query.account ?? actor.accountId);
  const found = selectAudit(tx, account, query);
  const everything = filters.every((filter) => query[filter] === undefined);
  const known = everything ? () => countEntries(tx, account) : undefined;
  const { rows, ...page } = await listPage(found, auditSorts, query, '-seq', known);
  return { items: rows.map((row) => auditRow(actor.installation, row)), ...page };
};

const filters = ['action', 'resource', 'actor', 'from', 'to'] as const;

/** How many entries a log has: their numbers leave nothing out, which is what the chain is for, so that none has to be counted. */
async function countEntries(tx: Transaction, account: string): Promise<number> {
  const { entries } = await tx
    .selectFrom('audit')
    .select(sql<number>`coalesce(max(seq) - min(seq) + 1, 0)::int`.as('entries'))
    .where('account-id', '=', account)
    .executeTakeFirstOrThrow();
  return entries;
}

const auditSorts = { seq: [sql.ref('audit.seq')] };
