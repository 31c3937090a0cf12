import { sql } from 'kysely';
import type { Database, Transaction } from '../../db/database.ts';
import { ago } from '../../db/expressions.ts';
import { deleteInChunks, inChunks, usualChunks } from '../../queue/chunks.ts';
import { hourlyUse } from './hourly-use.ts';
import { useDays } from './usage-range.ts';

/** Days for which hours, days and refusals are kept. */
const historyDays = 800;
/**
 * Rolls up the hours that are over, and deletes old rows. Waits five minutes after the end of an hour, so that uses
 * that began within it have been committed.
 *
 * @param hours the number of hours to roll up per transaction
 * @param run how the deletion of old rows is divided
 */
export async function rollUpUsage(db: Database, hours = 6, run = usualChunks): Promise<void> {
  await inChunks(db, run.signal, (tx) => rollUp(tx, hours));
  const old = (days: number) => ago({ days: days });
  await deleteInChunks(
    db,
    'license-uses',
    sql`"ended-on" < ${old(useDays)} and "ended-on" < (select "rolled-until" from "usage-marks")`,
    run,
  );
  await deleteInChunks(db, 'usage-hours', sql`hour < ${old(historyDays)}`, run);
  await deleteInChunks(db, 'usage-denials', sql`hour < ${old(historyDays)}`, run);
  await deleteInChunks(db, 'usage-days', sql`day < (${old(historyDays)})::date`, run);
}

/** Rolls up some hours; returns whether there may be more. */
async function rollUp(tx: Transaction, hours: number): Promise<boolean> {
  const kept = sql`date_trunc('hour', now() - make_interval(days => ${historyDays}), 'UTC')`;
  await sql`insert into "usage-marks" ("rolled-until")
    select date_trunc('hour', min("started-on"), 'UTC') from "license-uses" having min("started-on") is not null
    on conflict do nothing`.execute(tx);
  // Hours older than the retention period are skipped: an open use may have begun long before it.
  await sql`update "usage-marks" set "rolled-until" = ${kept} where "rolled-until" < ${kept}`.execute(tx);
  const mark = await tx
    .selectFrom('usage-marks')
    .select('rolled-until as from')
    .select(
      sql<Date>`least("rolled-until" + make_interval(hours => ${hours}), date_trunc('hour', now() - interval '5 minutes', 'UTC'))`.as(
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
