import { type Policy, parseRn, type Subject } from '@keyhold/contract';
import { sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { compiledOnce } from '../../db/built-once.ts';
import type { Transaction } from '../../db/database.ts';
import { rnOf } from '../../installation.ts';
import { rankSeats } from './eligible-seats.ts';
import { couldAllow, freeSince } from './pick-seat.ts';
import { available, type Wanted } from './wanted.ts';

/** So many seats of a kind are looked at: as many requests as come for the same kind at once find one each. */
const most = 16;

/** Some seats with the same policies, the one to be taken first at the beginning. */
interface Likely {
  readonly policies: readonly Policy[];
  readonly keys: readonly string[];
}

/** Of each kind of policies some seats that are free. Kinds are told apart by a hash, which is much quicker than by their text. */
const likelyQuery = compiledOnce(
  (
    _tx: Transaction,
    account: string,
    product: string,
    license: string | null,
    releasedOn: string | null,
    rn: string,
    device: string,
  ) => sql<Likely>`
with free as materialized (
  select licenses.id, jsonb_hash_extended(licenses.policies, 0) as kind,
    coalesce(licenses."last-device-id" = ${device}, false) as again, ${freeSince} as since
  from licenses
  where licenses."account-id" = ${account} and licenses."product-id" = ${product} and licenses."deleted-on" is null
    and (${license}::text is null or licenses.id = ${license}) and ${available({ releasedOn })}
), kinds as (
  select kind, min(id) as first from free group by kind
)
select shown.policies,
  array(select free.id from free where free.kind = kinds.kind order by again desc, since, id limit ${sql.lit(most)}) as keys
from kinds cross join lateral (select policies from licenses where licenses.id = kinds.first offset 0) as shown
where ${couldAllow('shown.policies', rn)}
order by kinds.first`,
);

export function selectLikely(tx: Transaction, actor: Actor, wanted: Wanted, device: string) {
  return likelyQuery(tx, actor.accountId, wanted.product, wanted.license, wanted.releasedOn, actor.rn, device);
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
