import { sql } from 'kysely';
import type { Transaction } from '../../db/database.ts';
import type { Operation } from '../../http/bind.ts';
import type { Input } from '../../http/input.ts';
import { listPage } from '../../lists/page.ts';
import { allAccounts, auditRow, loggedAccount, selectAudit } from './audit-row.ts';

export const listAudit: Operation<'listAudit'> = async (tx, actor, { query }) => {
  const account = await loggedAccount(tx, actor, query);
  const { total, found } = await (account === allAccounts ? logOfAll(tx, query) : logOf(tx, account, query));
  const sorts = account === allAccounts ? timeSorts : auditSorts;
  const { rows, ...page } = await listPage(found, sorts, query, '-seq', () => total);
  return { items: rows.map((row) => auditRow(actor, row)), ...page };
};

const filters = ['action', 'resource', 'actor', 'from', 'to'] as const;

function isUnfiltered(query: Input<'listAudit'>['query']): boolean {
  return filters.every((filter) => query[filter] === undefined);
}

/**
 * The matching entries of an account, their number and the range of their sequence numbers, so that a page of old entries
 * is not searched from the end. The numbers of an unfiltered log have no gaps, as its hash chain requires, so nothing has
 * to be counted.
 */
async function logOf(tx: Transaction, account: string, query: Input<'listAudit'>['query']) {
  const count = isUnfiltered(query)
    ? sql<number>`coalesce(max(seq) - min(seq) + 1, 0)::int`
    : sql<number>`count(*)::int`;
  const { total, first, last } = await selectAudit(tx, account, query)
    .clearSelect()
    .select([
      count.as('total'),
      sql<number>`coalesce(min(seq), 0)`.as('first'),
      sql<number>`coalesce(max(seq), 0)`.as('last'),
    ])
    .executeTakeFirstOrThrow();
  return { total, found: selectAudit(tx, account, query).where('seq', '>=', first).where('seq', '<=', last) };
}

/** The maximum number of matching entries of all accounts that are counted. */
const mostCounted = 10_000;

/** The matching entries of all accounts. Filtered ones are counted up to {@link mostCounted}: the logs have no bound. */
async function logOfAll(tx: Transaction, query: Input<'listAudit'>['query']) {
  const counted = selectAudit(tx, allAccounts, query).clearSelect().select('seq').limit(sql.lit(mostCounted));
  const counting = isUnfiltered(query)
    ? lastOfEach(tx).select(sql<number>`coalesce(sum(seq), 0)::int`.as('total'))
    : tx.selectFrom(counted.as('counted')).select(sql<number>`count(*)::int`.as('total'));
  const { total } = await counting.executeTakeFirstOrThrow();
  return { total, found: selectAudit(tx, allAccounts, query) };
}

/** The last entry of each account, whose number is that of its entries. */
function lastOfEach(tx: Transaction) {
  return tx.selectFrom('accounts').innerJoinLateral(
    (eb) =>
      eb
        .selectFrom('audit')
        .select('seq')
        .whereRef('account-id', '=', 'accounts.id')
        .orderBy('account-id', 'desc')
        .orderBy('seq', 'desc')
        .limit(sql.lit(1))
        .as('last'),
    (join) => join.onTrue(),
  );
}

const auditSorts = { seq: [sql.ref('audit.seq')] };
const timeSorts = { seq: [sql.ref('audit.on'), sql.ref('audit.account-id'), sql.ref('audit.seq')] };
