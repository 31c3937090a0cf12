import { type Place, type PlaceEnding, pingMilliseconds } from '@keyhold/contract';
import { sql } from 'kysely';
import type { Transaction } from '../../../db/database.ts';
import { ranked } from '../line/lines.sql.ts';
import { type ReadEstimates, readEstimates } from './estimates.sql.ts';

/** What a waiter is notified of at once. */
export interface OfferState {
  readonly id: string;
  /** The seat that is offered. */
  readonly offer: { readonly license: string; readonly account: string; readonly left: number } | null;
  readonly ended: PlaceEnding | null;
}

/** The same with the place. */
export interface PlaceState extends OfferState, Omit<Place, 'id'> {}

interface Row {
  readonly id: string;
  readonly account: string;
  readonly product: string;
  /** Null once it has ended. */
  readonly place: number | null;
  readonly ended: PlaceEnding | null;
  readonly license: string | null;
  readonly left: number | null;
}

const offerColumns = sql`waiters.id, waiters."account-id" as account, waiters."product-id" as product, waiters."ended-reason" as ended,
  licenses.id as license, round(extract(epoch from licenses."offered-until" - now()) * 1000)::float8 as left`;
const withOffers = sql`left join licenses on licenses."offered-to" = waiters.id and licenses."offered-until" > now()`;

function offerOf({ id, account, license, left, ended }: Omit<Row, 'place'>): OfferState {
  return { id, offer: license === null ? null : { license, account, left: left ?? 0 }, ended };
}

/** Reads what is offered to some waiters, and whose place has ended: without the places, which depend on all who wait. */
export async function readOffers(tx: Transaction, ids: readonly string[]): Promise<OfferState[]> {
  const { rows } = await sql<Omit<Row, 'place'>>`
select ${offerColumns} from waiters ${withOffers} where waiters.id = any(${ids}::uuid[])`.execute(tx);
  return rows.map(offerOf);
}

/** Reads some places as they are now: the best one of each waiter, where they stand in several lines. */
export async function readPlaces(
  tx: Transaction,
  ids: readonly string[],
  estimatesOf: ReadEstimates = readEstimates,
): Promise<PlaceState[]> {
  const lines = sql<boolean>`(waiters."account-id", waiters."product-id") in (
    select "account-id", "product-id" from waiters where id = any(${ids}::uuid[])) and waiters."ended-on" is null`;
  const { rows } = await sql<Row>`
with ranked as materialized (${ranked(lines)}), best as (select id, min(place) as place from ranked group by id)
select ${offerColumns}, best.place from waiters left join best on best.id = waiters.id ${withOffers}
where waiters.id = any(${ids}::uuid[])`.execute(tx);
  const states: PlaceState[] = [];
  for (const line of Map.groupBy(rows, ({ account, product }) => `${account} ${product}`).values()) {
    const [first] = line;
    if (!first) continue;
    const estimates = await estimatesOf(
      tx,
      first,
      line.flatMap(({ place }) => place ?? []),
    );
    for (const { place, ...row } of line) {
      states.push({
        ...offerOf(row),
        place: place ?? 0,
        'estimate-ms': estimates.get(place ?? 0) ?? null,
        'ping-ms': pingMilliseconds,
      });
    }
  }
  return states;
}
