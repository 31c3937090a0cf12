import { type AccountCount, summaryLimit } from '@keyhold/contract';
import { planFor } from '@keyhold/pg-round-trip';
import { type NotNull, type RawBuilder, sql } from 'kysely';
import { inAccount } from '../../db/conditions.ts';
import type { Transaction } from '../../db/database.ts';
import { anyOf } from '../../db/expressions.ts';
import type { Operation } from '../../http/bind.ts';
import { type Installation, rnOf } from '../../installation.ts';
import { byRn } from '../../lists/by-rn.ts';
import { forbidden } from '../../problem.ts';
import { accountResource } from '../../records/resources.ts';
import { inUseInJoined } from '../../records/seat-conditions.ts';
import { readSummaryRange } from './account-summary.ts';

/** Licenses that end within this number of days are listed as ending. */
const endingDays = 30;

export const getProviderSummary: Operation<'getProviderSummary'> = async (tx, actor) => {
  if (!actor.crossesAccounts) throw forbidden();
  const range = await readSummaryRange(tx);
  const [used, ending, refused, mail, webhooks, failing] = await Promise.all([
    countByAccount(tx, seatsInUse),
    readEnding(tx),
    countByAccount(tx, refusalsSince(range.from)),
    readMail(tx),
    readWebhooks(tx),
    countByAccount(tx, failingWebhooks),
  ]);
  const named = [...used.rows, ...ending.rows, ...refused.rows, ...failing.rows].map(({ account }) => account);
  const accounts = await tx
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', anyOf([...new Set(named)]))
    .execute();
  const counted = (rows: readonly Count[]) => rows.map((row) => countOf(actor.installation, row));
  return {
    since: range.from.toISOString(),
    'in-use': { licenses: used.total, accounts: used.accounts },
    'by-account': counted(used.rows),
    ending: { licenses: ending.total, accounts: ending.accounts },
    'ending-by-account': ending.rows.map((row) => ({
      ...countOf(actor.installation, row),
      first: row.first.toISOString(),
    })),
    refusals: { people: refused.people, times: refused.total },
    'refusals-by-account': counted(refused.rows),
    mail,
    webhooks,
    'failing-by-account': counted(failing.rows),
    resources: byRn(accounts.map((row) => accountResource(actor.installation, row))),
  };
};

interface Count {
  readonly account: string;
  readonly count: number;
}

function countOf(installation: Installation, { account, count }: Count): AccountCount {
  return { account: rnOf(installation, account, 'account', account), count };
}

/** Only licenses with `freed-on` null can be in use, which an index covers. */
const seatsInUse = sql`select licenses."account-id", 0 as people, count(*)::int as count
  from licenses join accounts on accounts.id = licenses."account-id"
  where licenses."deleted-on" is null and licenses."freed-on" is null and ${inUseInJoined}
  group by 1`;
const failingWebhooks = sql`select "account-id", 0 as people, count(*)::int as count from webhooks
  where enabled and failures > 0 group by 1`;

/** Refusals and refused users by account. Every user belongs to exactly one account. */
function refusalsSince(from: Date): RawBuilder<unknown> {
  return sql`select "account-id", count(*)::int as people, sum(times)::int as count from (
      select "account-id", "user-id", sum(count) as times from "usage-denials" where hour >= ${planFor(from)} group by 1, 2
    ) as refused group by 1`;
}

/** Totals a query's counts over all accounts, and returns the accounts with the highest counts. */
async function countByAccount(tx: Transaction, query: RawBuilder<unknown>) {
  const { rows } = await sql<Count & { total: number; accounts: number; people: number }>`
    select "account-id" as account, count, (sum(count) over ())::int as total, (count(*) over ())::int as accounts,
      (sum(people) over ())::int as people
    from (${query}) as counted join accounts on accounts.id = counted."account-id" and accounts."deleted-on" is null
    order by count desc, accounts.name collate "name-order", 1 limit ${sql.lit(summaryLimit)}`.execute(tx);
  const [first] = rows;
  return { rows, total: first?.total ?? 0, accounts: first?.accounts ?? 0, people: first?.people ?? 0 };
}

async function readEnding(tx: Transaction) {
  const { rows } = await sql<Count & { first: Date; total: number; accounts: number }>`
    select "account-id" as account, count(*)::int as count, min("expiry-date") as first,
      (sum(count(*)) over ())::int as total, (count(*) over ())::int as accounts
    from licenses where not "expiry-perpetual" and "deleted-on" is null
      and "expiry-date" >= now() and "expiry-date" <= now() + make_interval(days => ${sql.lit(endingDays)})
      and exists (select from accounts where accounts.id = licenses."account-id" and accounts."deleted-on" is null)
    group by 1 order by first, count desc, 1 limit ${sql.lit(summaryLimit)}`.execute(tx);
  return { rows, total: rows[0]?.total ?? 0, accounts: rows[0]?.accounts ?? 0 };
}

async function readMail(tx: Transaction) {
  const { oldest, ...mail } = await tx
    .selectFrom('outbox')
    .select(({ fn }) => [
      fn.countAll<number>().as('waiting'),
      fn.count<number>('last-error').as('refused'),
      fn.min('created-on').as('oldest'),
    ])
    .where('sent-on', 'is', null)
    .where('given-up-on', 'is', null)
    .executeTakeFirstOrThrow();
  return { ...mail, oldest: oldest?.toISOString() ?? null };
}

function readWebhooks(tx: Transaction) {
  return tx
    .selectFrom('webhooks')
    .where(inAccount('webhooks'))
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('enabled', '=', true).as('enabled'),
      fn.countAll<number>().filterWhere('enabled', '=', false).as('paused'),
      fn.countAll<number>().filterWhere('enabled', '=', true).filterWhere('failures', '>', 0).as('failing'),
    ])
    .select(({ selectFrom }) =>
      selectFrom('webhook-deliveries')
        .innerJoin('webhooks', 'webhooks.id', 'webhook-deliveries.webhook-id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('status', '=', 'waiting')
        .where(inAccount('webhooks'))
        .as('waiting'),
    )
    .$narrowType<{ waiting: NotNull }>()
    .executeTakeFirstOrThrow();
}
