import type { calls } from '@keyhold/contract';
import { sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import type { Transaction } from '../../db/database.ts';
import type { Operation } from '../../http/bind.ts';
import { rnOf } from '../../installation.ts';
import { notFound } from '../../problem.ts';
import { findLicense } from '../licenses/licenses.sql.ts';
import { resourcesOf } from './usage.ts';
import { dateOf, readLicenses } from './usage-lists.ts';
import { lengthOf, readRange, type UsageRange } from './usage-range.ts';

/** So many of a license's latest uses are shown one by one. */
const latest = 100;

export const getLicenseUsage: Operation<typeof calls.getLicenseUsage> = async (tx, actor, { params, query }) => {
  const license = await findLicense(tx, actor, params.id);
  const account = license['account-id'];
  const range = await readRange(tx, query, 'day');
  const [item] = await readLicenses(tx, actor, { account, range, product: null }, license.id);
  if (!item) throw notFound();
  const items = await readDays(tx, actor, account, license.id, range);
  const uses = await readLatestUses(tx, actor, account, license.id);
  const users = [...items.flatMap((day) => day.users), ...uses.map(({ user }) => user), item['last-user'] ?? []].flat();
  return {
    from: range.from.toISOString(),
    to: range.to.toISOString(),
    item: { ...item, 'activation-date': license['activation-date']?.toISOString() ?? null },
    items,
    'latest-uses': uses,
    resources: await resourcesOf(tx, actor, [license['product-id']], users),
  };
};

async function readDays(tx: Transaction, actor: Actor, account: string, license: string, range: UsageRange) {
  const { rows } = await sql<{ day: string; uses: number; seconds: number; users: string[] }>`
    select day::text, sum(uses)::int as uses, sum(seconds)::float8 as seconds, array_agg(distinct "user-id"::text) as users
    from "usage-days-so-far" where "license-id" = ${license} and "account-id" = ${account}
      and day >= ${dateOf(range.from)}::date and day < ${dateOf(range.to)}::date group by 1`.execute(tx);
  const days = new Map(rows.map((row) => [row.day, row]));
  const items = [];
  for (let start = range.from.getTime(); start < range.to.getTime(); start += lengthOf.day) {
    const time = new Date(start);
    const row = days.get(dateOf(time));
    items.push({
      start: time.toISOString(),
      uses: row?.uses ?? 0,
      seconds: Math.round(row?.seconds ?? 0),
      users: (row?.users ?? []).map((id) => rnOf(actor.installation, account, 'user', id)),
    });
  }
  return items;
}

async function readLatestUses(tx: Transaction, actor: Actor, account: string, license: string) {
  const rows = await tx
    .selectFrom('license-uses as uses')
    .innerJoin('licenses', 'licenses.id', 'uses.license-id')
    .select(['uses.user-id', 'uses.device-name', 'uses.started-on', 'uses.ended-on', 'uses.ending'])
    // A lease that has run out has ended then, whether that was noted already or not.
    .select(sql<Date>`greatest(uses."started-on", licenses."expires-at")`.as('runs-out-on'))
    .select(sql<boolean>`coalesce(uses."ended-on" is null and licenses."expires-at" <= now(), false)`.as('has-run-out'))
    .where('uses.license-id', '=', license)
    .where('uses.account-id', '=', account)
    .orderBy('uses.started-on', 'desc')
    .limit(latest)
    .execute();
  return rows.map((row) => ({
    user: rnOf(actor.installation, account, 'user', row['user-id']),
    'device-name': row['device-name'],
    'started-on': row['started-on'].toISOString(),
    'ended-on': (row['has-run-out'] ? row['runs-out-on'] : row['ended-on'])?.toISOString() ?? null,
    ending: row['has-run-out'] ? ('lapsed' as const) : row.ending,
  }));
}
