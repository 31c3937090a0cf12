import { type Place, type PlaceEnding, pingMilliseconds } from '@keyhold/contract';
import { sql } from 'kysely';
import type { Transaction } from '../../../db/database.ts';
import { readEstimates } from './estimates.sql.ts';
import { ranked } from './line/lines.sql.ts';

/** A place with what its waiter is notified of. */
export interface PlaceState extends Place {
  /** The seat that is offered. */
  readonly offer: { readonly license: string; readonly account: string; readonly left: number } | null;
  readonly ended: PlaceEnding | null;
}

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

/** Reads some places as they are now: the best one of each waiter, where they stand in several lines. */
export async function readPlaces(tx: Transaction, ids: readonly string[]): Promise<PlaceState[]> {
  const lines = sql<boolean>`(waiters."account-id", waiters."product-id") in (
    select "account-id", "product-id" from waiters where id = any(${ids}::uuid[])) and waiters."ended-on" is null`;
  const { rows } = await sql<Row>`
with ranked as materialized (${ranked(lines)}), best as (select id, min(place) as place from ranked group by id)
select waiters.id, waiters."account-id" as account, waiters."product-id" as product, best.place, waiters."ended-reason" as ended,
  licenses.id as license, round(extract(epoch from licenses."offered-until" - now()) * 1000)::float8 as left
from waiters left join best on best.id = waiters.id
  left join licenses on licenses."offered-to" = waiters.id and licenses."offered-until" > now()
where waiters.id = any(${ids}::uuid[])`.execute(tx);
  const states: PlaceState[] = [];
  for (const line of Map.groupBy(rows, ({ account, product }) => `${account} ${product}`).values()) {
    const [first] = line;
    if (!first) continue;
    const estimates = await readEstimates(
      tx,
      first,
      line.flatMap(({ place }) => place ?? []),
    );
    for (const { id, account, place, ended, license, left } of line) {
      states.push({
        id,
        place: place ?? 0,
        'estimate-ms': estimates.get(place ?? 0) ?? null,
        'ping-ms': pingMilliseconds,
        offer: license === null ? null : { license, account, left: left ?? 0 },
        ended,
      });
    }
  }
  return states;
}
