import { defer } from '@keyhold/pg-round-trip';
import { sql } from 'kysely';
import type { Transaction } from '../../db/database.ts';
import type { MovedSeat, NewHolder } from './record-moves.ts';
import type { Move } from './seat.ts';

/**
 * Ends the uses of some seats that go on. Times are the clock's, not the transaction's: a rival who waited for a seat
 * begins after this one has ended. A use whose lease's time has passed ended then.
 */
export function endUses(tx: Transaction, seats: readonly MovedSeat[], use: NonNullable<Move['use']>): void {
  // Of a free seat, and of one whose end was written down, the use has ended.
  const open = seats.filter((seat) => seat['lease-state'] !== 'free' && seat['freed-on'] === null);
  if (open.length === 0) return;
  const ends = open.map((seat) => ({ license: seat.id, expires: seat['expires-at'] }));
  defer(
    tx,
    sql`
with moved as (
  select license, expires, clock_timestamp() as moment
  from jsonb_to_recordset(${JSON.stringify(ends)}::jsonb) as seat (license text, expires timestamptz)
), ended as (
  update "license-uses" as uses set "ended-on" = greatest(uses."started-on", least(moment, expires)),
    ending = case when expires <= moment then 'lapsed' else ${use === 'begins' ? 'lapsed' : use} end
  from moved where uses."license-id" = license and uses."ended-on" is null returning uses.*
)
insert into "usage-days" ("account-id", "product-id", "license-id", "user-id", day, uses, seconds, "last-on")
select "account-id", "product-id", "license-id", "user-id", days.day, 0, days.seconds, days."last-on"
from ended cross join lateral "days-of"("started-on", "ended-on") as days
on conflict ("license-id", day, "user-id") do update set seconds = "usage-days".seconds + excluded.seconds,
  "last-on" = greatest("usage-days"."last-on", excluded."last-on")`,
  );
}

/** Begins a use of a seat by its new holder. */
export function beginUse(tx: Transaction, seat: MovedSeat, to: NewHolder): void {
  defer(
    tx,
    sql`
with begun as (
  insert into "license-uses" ("account-id", "product-id", "license-id", "user-id", "device-name", "started-on")
  values (${seat['account-id']}, ${seat['product-id']}, ${seat.id}, ${to['holder-id']}, ${to['device-name']}, clock_timestamp())
  returning *
)
insert into "usage-days" ("account-id", "product-id", "license-id", "user-id", day, uses, seconds, "last-on")
select "account-id", "product-id", "license-id", "user-id", ("started-on" at time zone 'UTC')::date, 1, 0, "started-on" from begun
on conflict ("license-id", day, "user-id") do update set uses = "usage-days".uses + 1, "last-on" = excluded."last-on"`,
  );
}
