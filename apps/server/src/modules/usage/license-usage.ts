import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import type { Transaction } from '../../db/database.ts';
import type { Operation } from '../../http/bind.ts';
import { notFound } from '../../problem.ts';
import { findLicense } from '../../records/licenses.sql.ts';
import { resourcesOf } from './usage.ts';
import { dateOf, readLicenses } from './usage-lists.ts';
import { lengthOf, readRange, type UsageRange } from './usage-range.ts';
import { readUserRns } from './user-rns.ts';

/** Number of a license's latest uses that are listed individually. */
const latest = 100;

export const getLicenseUsage: Operation<'getLicenseUsage'> = async (tx, actor, { params, query }) => {
  const license = await findLicense(tx, actor, params.id);
  const account = license['account-id'];
  const range = await readRange(tx, query, query.interval);
  const [item] = await readLicenses(tx, actor, { account, range, product: null }, license.id);
  if (!item) throw notFound();
  const items = await readBuckets(tx, actor, account, license.id, range);
  const uses = await readLatestUses(tx, actor, account, license.id);
  const users = [
    ...items.flatMap((bucket) => bucket.users),
    ...uses.map(({ user }) => user),
    item['last-user'] ?? [],
  ].flat();
  return {
    from: range.from.toISOString(),
    to: range.to.toISOString(),
    interval: range.interval,
    item: { ...item, 'activation-date': license['activation-date']?.toISOString() ?? null },
    items,
    'latest-uses': uses,
    resources: await resourcesOf(tx, actor, [license['product-id']], users),
  };
};

interface BucketRow {
  readonly start: Date;
  readonly uses: number;
  readonly seconds: number;
  readonly users: string[];
}

/** The use of a license for each hour or day of a range, in chronological order without gaps. */
async function readBuckets(tx: Transaction, actor: Actor, account: string, license: string, range: UsageRange) {
  const query = range.interval === 'hour' ? hoursOf(license, account, range) : daysOf(license, account, range);
  const found = (await query.execute(tx)).rows;
  const rows = new Map(found.map((row) => [row.start.getTime(), row]));
  const userRn = await readUserRns(
    tx,
    actor.installation,
    account,
    found.flatMap(({ users }) => users),
  );
  const items = [];
  for (let start = range.from.getTime(); start < range.to.getTime(); start += lengthOf[range.interval]) {
    const row = rows.get(start);
    items.push({
      start: new Date(start).toISOString(),
      uses: row?.uses ?? 0,
      seconds: Math.round(row?.seconds ?? 0),
      users: (row?.users ?? []).map(userRn),
    });
  }
  return items;
}

function daysOf(license: string, account: string, { from, to }: UsageRange): RawBuilder<BucketRow> {
  return sql<BucketRow>`
    select "start-of-day"(day) as start, sum(uses)::int as uses, sum(seconds)::float8 as seconds,
      array_agg(distinct "user-id"::text) as users
    from "usage-days-so-far" where "license-id" = ${license} and "account-id" = ${account}
      and day >= ${dateOf(from)}::date and day < ${dateOf(to)}::date group by 1`;
}

/** Hours are computed from the individual uses, which are kept for as long as hours can be requested. */
function hoursOf(license: string, account: string, { from, to }: UsageRange): RawBuilder<BucketRow> {
  return sql<BucketRow>`
    with bounds as (select ${from}::timestamptz as lower, ${to}::timestamptz as upper),
    spans as (
      select uses."user-id", uses."started-on",
        greatest(uses."started-on", coalesce(uses."ended-on", least(now(), licenses."expires-at"), now())) as ends
      from bounds cross join "license-uses" as uses join licenses on licenses.id = uses."license-id"
      where uses."license-id" = ${license} and uses."account-id" = ${account}
        and uses."started-on" < upper and (uses."ended-on" is null or uses."ended-on" > lower or uses."started-on" >= lower)
    )
    select hour as start, (count(*) filter (where "started-on" >= hour))::int as uses,
      sum(extract(epoch from greatest(interval '0', least(ends, hour + interval '1 hour') - greatest("started-on", hour))))::float8 as seconds,
      array_agg(distinct "user-id"::text) as users
    from bounds cross join lateral generate_series(lower, upper - interval '1 hour', interval '1 hour') as hour
      join spans on "started-on" < hour + interval '1 hour' and (ends > hour or "started-on" >= hour)
    group by 1`;
}

async function readLatestUses(tx: Transaction, actor: Actor, account: string, license: string) {
  const rows = await tx
    .selectFrom('license-uses as uses')
    .innerJoin('licenses', 'licenses.id', 'uses.license-id')
    .select([
      'uses.user-id',
      'uses.device-name',
      'uses.started-on',
      'uses.ended-on',
      'uses.ending',
      'licenses.overdraft',
    ])
    // An expired lease ended at its expiry, even if that is not recorded yet.
    .select(sql<Date>`greatest(uses."started-on", licenses."expires-at")`.as('runs-out-on'))
    .select(sql<boolean>`coalesce(uses."ended-on" is null and licenses."expires-at" <= now(), false)`.as('has-run-out'))
    .where('uses.license-id', '=', license)
    .where('uses.account-id', '=', account)
    .orderBy('uses.started-on', 'desc')
    .limit(latest)
    .execute();
  const userRn = await readUserRns(
    tx,
    actor.installation,
    account,
    rows.map((row) => row['user-id']),
  );
  return rows.map((row) => ({
    user: userRn(row['user-id']),
    'device-name': row['device-name'],
    'started-on': row['started-on'].toISOString(),
    'ended-on': (row['has-run-out'] ? row['runs-out-on'] : row['ended-on'])?.toISOString() ?? null,
    ending: row['has-run-out'] ? ('lapsed' as const) : row.ending,
    overdraft: row.overdraft,
  }));
}
