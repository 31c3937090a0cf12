import { sql } from 'kysely';
import { type Database, inTransaction, type Transaction } from '../../db/database.ts';
import { hourlyUse } from './hourly-use.ts';

/** Single uses are kept for so many days after their end: the latest of each license can be looked through. */
const useDays = 31;
/** Hours, days and refusals are kept for so many days. */
const historyDays = 800;
/** Hours summed up in one transaction. */
const batch = 24;

/**
 * Sums up the hours that are over, and forgets what is old. An hour is left alone for five minutes more, so that what
 * began within it has been committed.
 */
export async function rollUpUsage(db: Database): Promise<void> {
  while (await inTransaction(db, 'every account', rollUpBatch));
  await inTransaction(db, 'every account', forget);
}

/** Sums up some hours; says whether there are more. */
async function rollUpBatch(tx: Transaction): Promise<boolean> {
  const kept = sql`date_trunc('hour', now() - make_interval(days => ${historyDays}), 'UTC')`;
  await sql`insert into "usage-marks" ("rolled-until")
    select date_trunc('hour', min("started-on"), 'UTC') from "license-uses" having min("started-on") is not null
    on conflict do nothing`.execute(tx);
  // Hours that would be forgotten at once are not summed up: some use may have begun long ago and go on still.
  await sql`update "usage-marks" set "rolled-until" = ${kept} where "rolled-until" < ${kept}`.execute(tx);
  const mark = await tx
    .selectFrom('usage-marks')
    .select('rolled-until as from')
    .select(
      sql<Date>`least("rolled-until" + make_interval(hours => ${batch}), date_trunc('hour', now() - interval '5 minutes', 'UTC'))`.as(
        'to',
      ),
    )
    .forUpdate()
    .executeTakeFirst();
  if (!mark || mark.to <= mark.from) return false;
  await sql`insert into "usage-hours" ("account-id", "product-id", hour, peak, seconds, uses, users) ${hourlyUse(mark.from, mark.to, null)}
    on conflict ("account-id", "product-id", hour) do nothing`.execute(tx);
  await tx.updateTable('usage-marks').set({ 'rolled-until': mark.to }).execute();
  return true;
}

async function forget(tx: Transaction): Promise<void> {
  const old = (days: number) => sql<Date>`now() - make_interval(days => ${days})`;
  await tx
    .deleteFrom('license-uses')
    .where('ended-on', '<', old(useDays))
    .where('ended-on', '<', sql<Date>`(select "rolled-until" from "usage-marks")`)
    .execute();
  await tx.deleteFrom('usage-hours').where('hour', '<', old(historyDays)).execute();
  await tx.deleteFrom('usage-denials').where('hour', '<', old(historyDays)).execute();
  await tx
    .deleteFrom('usage-days')
    .where('day', '<', sql<Date>`(now() - make_interval(days => ${historyDays}))::date`)
    .execute();
}
