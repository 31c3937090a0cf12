import type { Transaction } from '@keyhold/server/database';
import { hourlyUse } from '@keyhold/server/hourly-use';
import { sql } from 'kysely';
import { type DemoRefusal, type DemoUse, historyDays, type UseHistory } from './use-history.ts';

const hour = 3_600_000;
const day = 24 * hour;
/** Hours are aggregated a week at a time, because each hour reads every use of its week. */
const slice = 7 * day;

/** Inserts uses and refusals with their totals by day and hour, with few statements. */
export async function insertHistory(tx: Transaction, histories: readonly UseHistory[], now: Date): Promise<void> {
  await insertUses(
    tx,
    histories.flatMap(({ uses }) => uses),
  );
  await sumUpDays(tx);
  await sumUpHours(tx, now);
  await insertRefusals(
    tx,
    histories.flatMap(({ refusals }) => refusals),
  );
}

async function insertUses(tx: Transaction, uses: readonly DemoUse[]): Promise<void> {
  await sql`
    insert into "license-uses" ("account-id", "product-id", "license-id", "user-id", "device-name", "started-on", "ended-on", ending)
    select account, product, license, "user", device, to_timestamp(start / 1000), to_timestamp("end" / 1000), ending
    from json_to_recordset(${JSON.stringify(uses)}::json) as uses (account uuid, product text, license text, "user" uuid,
      device text, start float8, "end" float8, ending text)`.execute(tx);
}

/** Like the trigger on uses: a use counts on the day on which it began. */
async function sumUpDays(tx: Transaction): Promise<void> {
  await sql`
    insert into "usage-days" ("account-id", "product-id", "license-id", "user-id", day, uses, seconds, "last-on")
    select "account-id", "product-id", "license-id", "user-id", days.day,
      count(*) filter (where days.day = ("started-on" at time zone 'UTC')::date), sum(days.seconds), max(days."last-on")
    from "license-uses" cross join lateral "days-of"("started-on", "ended-on") as days
    group by "account-id", "product-id", "license-id", "user-id", days.day`.execute(tx);
}

/** Like the hourly job, which continues from here. */
async function sumUpHours(tx: Transaction, now: Date): Promise<void> {
  const end = Math.floor((now.getTime() - 5 * 60_000) / hour) * hour;
  for (let from = end - (historyDays + 1) * day; from < end; from += slice) {
    const to = Math.min(from + slice, end);
    await sql`insert into "usage-hours" ("account-id", "product-id", hour, peak, seconds, uses, users)
      ${hourlyUse(new Date(from), new Date(to), null)}`.execute(tx);
  }
  await sql`insert into "usage-marks" ("rolled-until") values (${new Date(end)})
    on conflict ("only") do update set "rolled-until" = excluded."rolled-until"`.execute(tx);
}

async function insertRefusals(tx: Transaction, refusals: readonly DemoRefusal[]): Promise<void> {
  await sql`
    insert into "usage-denials" ("account-id", "product-id", "user-id", reason, hour, count, "last-on", "device-name")
    select account, product, "user", reason, date_trunc('hour', to_timestamp("on" / 1000), 'UTC'), sum(count),
      max(to_timestamp("on" / 1000)), max(device)
    from json_to_recordset(${JSON.stringify(refusals)}::json) as refusals (account uuid, product text, "user" uuid,
      device text, reason text, "on" float8, count integer)
    group by 1, 2, 3, 4, 5`.execute(tx);
}
