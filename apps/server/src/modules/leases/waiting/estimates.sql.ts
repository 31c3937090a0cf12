import { sql } from 'kysely';
import type { Transaction } from '../../../db/database.ts';
import type { Line } from '../line/lines.sql.ts';

/** The fewest waiters from whom a time is estimated. */
const fewest = 20;
const days = 14;

/** How the watch of places gets its estimates: see {@link readEstimates}. */
export type ReadEstimates = (
  tx: Transaction,
  line: Line,
  places: readonly number[],
) => Promise<ReadonlyMap<number, number>>;

/** How long an estimate is reused, in milliseconds: it changes slowly, and is read often while many wait. */
const reuse = 60_000;
/** Lines whose estimates are kept. */
const mostLines = 1000;

/** {@link readEstimates}, with what was read a short while ago. */
export function createEstimates(): ReadEstimates {
  const lines = new Map<string, { readonly since: number; readonly known: Map<number, number> }>();
  return async (tx, line, places) => {
    const name = `${line.account} ${line.product}`;
    let cached = lines.get(name);
    if (!cached || performance.now() - cached.since > reuse) {
      if (lines.size >= mostLines) lines.clear();
      cached = { since: performance.now(), known: new Map() };
      lines.set(name, cached);
    }
    const { known } = cached;
    const unknown = places.filter((place) => !known.has(place));
    if (unknown.length > 0) for (const [place, ms] of await readEstimates(tx, line, unknown)) known.set(place, ms);
    return known;
  };
}

/** The median time, in milliseconds, that those who got a seat had waited from each of some places; null where they were few. */
export async function readEstimates(tx: Transaction, { account, product }: Line, places: readonly number[]) {
  const { rows } = await sql<{ place: number; estimate: number }>`
select "first-place" as place,
  round(percentile_cont(0.5) within group (order by extract(epoch from "ended-on" - since) * 1000))::float8 as estimate
from waiters
where "account-id" = ${account} and "product-id" = ${product} and "ended-reason" = 'taken'
  and "ended-on" > now() - make_interval(days => ${sql.lit(days)}) and "first-place" = any(${places}::integer[])
group by "first-place" having count(*) >= ${sql.lit(fewest)}`.execute(tx);
  return new Map(rows.map(({ place, estimate }) => [place, estimate]));
}
