import { type Policy, parseRn, type Subject } from '@keyhold/contract';
import { sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { compiledOnce } from '../../db/built-once.ts';
import type { Transaction } from '../../db/database.ts';
import { rnOf } from '../../installation.ts';
import { rankSeats } from './eligible-seats.ts';
import { couldAllow } from './pick-seat.ts';
import { available, type Wanted } from './wanted.ts';

/** So many seats of a kind are looked at: as many requests as come for the same kind at once find one each. */
const most = 16;
/** So many kinds are looked at; where there are more, this is not the way to find the best. */
const mostKinds = 50;

/** Some seats with the same policies, the one to be taken first at the beginning. */
interface Likely {
  readonly policies: readonly Policy[];
  readonly keys: readonly string[];
}

/** The seats of a product that nobody uses: exactly what their index holds (migration 0025). */
const idle = (
  account: string,
  product: string,
) => sql`licenses."account-id" = ${account} and licenses."product-id" = ${product}
  and licenses."deleted-on" is null and licenses.status = 'Active' and (licenses."lease-state" = 'free' or licenses."freed-on" is not null)`;
const idleSince = sql`coalesce(licenses."freed-on", licenses."created-on")`;

/**
 * Of each kind of policies some seats that are free: one that the device had last, and those that have been free for the
 * longest. Each is found by an index, also the next kind; nothing is put in order that could be many.
 */
const likelyOfProduct = compiledOnce(
  (_tx: Transaction, account: string, product: string, releasedOn: string | null, rn: string, device: string) => {
    const seats = idle(account, product);
    const free = available({ releasedOn });
    return sql<Likely>`
with recursive kinds (kind, place) as (
  (select licenses."policies-kind", 1 from licenses where ${seats} order by licenses."policies-kind" limit 1)
  union all
  select (select licenses."policies-kind" from licenses where ${seats} and licenses."policies-kind" > kinds.kind
    order by licenses."policies-kind" limit 1), place + 1
  from kinds where kind is not null and place <= ${sql.lit(mostKinds)}
), seats as materialized (
  select array(select licenses.id from licenses where ${seats} and licenses."policies-kind" = kinds.kind
      and licenses."last-device-id" = ${device} and ${free} order by ${idleSince}, licenses.id limit 1)
    || array(select licenses.id from licenses where ${seats} and licenses."policies-kind" = kinds.kind and ${free}
      order by ${idleSince}, licenses.id limit ${sql.lit(most)}) as keys
  from kinds where kinds.kind is not null and (select count(kind) from kinds) <= ${sql.lit(mostKinds)}
)
select first.policies, seats.keys from seats cross join lateral (
  select policies, "last-device-id" = ${device} as again, ${idleSince} as since, id
  from licenses where licenses.id = seats.keys[1] and ${couldAllow(rn)} offset 0) as first
order by first.again desc nulls last, first.since, first.id`;
  },
);

/** The seat of one license, if it is free. */
const likelyLicense = compiledOnce(
  (_tx: Transaction, account: string, license: string, releasedOn: string | null) => sql<Likely>`
select licenses.policies, array[licenses.id] as keys from licenses
where licenses.id = ${license} and licenses."account-id" = ${account} and licenses."deleted-on" is null
  and ${available({ releasedOn })}`,
);

export function selectLikely(tx: Transaction, actor: Actor, wanted: Wanted, device: string) {
  const { product, license, releasedOn } = wanted;
  return license === null
    ? likelyOfProduct(tx, actor.accountId, product, releasedOn, actor.rn, device)
    : likelyLicense(tx, actor.accountId, license, releasedOn);
}

/**
 * The best of some seats for somebody, of which one will most likely be theirs; null when there is none. What is not found
 * here is looked for more thoroughly (`pick-seat.ts`): nobody is refused by it.
 */
export function bestOf(actor: Actor, kinds: readonly Likely[], subject: Subject): Likely | null {
  const groups = kinds.map(({ policies, keys }) => ({
    policies,
    licenses: keys.map((key) => rnOf(actor.installation, actor.accountId, 'license', key)),
  }));
  const ranked = rankSeats(groups, subject);
  const [first] = ranked;
  const best = groups.find(({ licenses }) => first !== undefined && licenses.includes(first));
  if (!best) return null;
  const end = ranked.findIndex((license) => !best.licenses.includes(license));
  const keys = ranked.slice(0, end < 0 ? ranked.length : end).map((license) => parseRn(license).resourceId);
  return { policies: best.policies, keys };
}
