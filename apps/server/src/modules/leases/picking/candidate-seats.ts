import { type Policy, parseRn, type Subject } from '@keyhold/contract';
import { compileOnce, type ParametersFor } from '@keyhold/pg-round-trip';
import { sql } from 'kysely';
import type { Actor } from '../../../access/actor.ts';
import type { Transaction } from '../../../db/database.ts';
import { rnOf } from '../../../installation.ts';
import { type Precedence, precedenceOf, rankSeats } from './rank-seats.ts';
import { available, couldAllow, type SeatRequest } from './seat-request.ts';

/** Maximum candidates per policy group, and so the number of concurrent requests that each find one. */
const maxSeats = 16;
/** Maximum policy groups that are read; if a product has more, the best may not be among them. */
const maxGroups = 50;

/** Candidate seats with the same policies, best first. */
export interface PolicyGroup {
  readonly policies: readonly Policy[];
  readonly keys: readonly string[];
}

/** The criteria for the candidate seats of a product. */
interface Search extends Pick<SeatRequest, 'product' | 'releasedOn' | 'version'> {
  readonly account: string;
  readonly rn: string;
  readonly device: string;
}

/** The unused seats of a product: exactly the rows of the index `licenses-idle` (migration 0025). */
const idle = ({
  account,
  product,
}: ParametersFor<Search>) => sql`licenses."account-id" = ${account} and licenses."product-id" = ${product}
  and licenses."deleted-on" is null and licenses.status = 'Active' and (licenses."lease-state" = 'free' or licenses."freed-on" is not null)`;
const idleSince = sql`coalesce(licenses."freed-on", licenses."created-on")`;

/**
 * Selects some free seats of each policy group: the one that the device held most recently, and those that have been
 * free the longest. Groups and seats are found by an index (a loose index scan), without sorting many rows.
 */
const candidatesOfProduct = compileOnce((_tx: Transaction, search: ParametersFor<Search>) => {
  const { device } = search;
  const seats = idle(search);
  const free = available(search);
  return sql<PolicyGroup>`
with recursive groups (hash, position) as (
  (select licenses."policies-kind", 1 from licenses where ${seats} order by licenses."policies-kind" limit 1)
  union all
  select (select licenses."policies-kind" from licenses where ${seats} and licenses."policies-kind" > groups.hash
    order by licenses."policies-kind" limit 1), position + 1
  from groups where hash is not null and position <= ${sql.lit(maxGroups)}
), seats as materialized (
  select array(select licenses.id from licenses where ${seats} and licenses."policies-kind" = groups.hash
      and licenses."last-device-id" = ${device} and ${free} order by ${idleSince} desc, licenses.id limit 1)
    || array(select licenses.id from licenses where ${seats} and licenses."policies-kind" = groups.hash and ${free}
      order by ${idleSince}, licenses.id limit ${sql.lit(maxSeats)}) as keys
  from groups where groups.hash is not null and (select count(hash) from groups) <= ${sql.lit(maxGroups)}
)
select first.policies, seats.keys from seats cross join lateral (
  select policies, coalesce("last-device-id" = ${device}, false) as again, ${idleSince} as since, id
  from licenses where licenses.id = seats.keys[1] and ${couldAllow(search.rn)} offset 0) as first
order by first.again desc, case when first.again then first.since end desc, first.since, first.id`;
});

/** Selects the seat of the requested license, if it is free. */
function candidateLicense({ accountId }: Actor, license: string, request: SeatRequest) {
  return sql<PolicyGroup>`
select licenses.policies, array[licenses.id] as keys from licenses
where licenses.id = ${license} and licenses."account-id" = ${accountId} and licenses."pool-id" is null and licenses."deleted-on" is null
  and ${available(request)}`;
}

export function selectCandidates(actor: Actor, request: SeatRequest, device: string) {
  const { license } = request;
  if (license !== null) return candidateLicense(actor, license, request);
  const { accountId: account, rn } = actor;
  const { product, releasedOn, version } = request;
  return candidatesOfProduct({ account, rn, product, releasedOn, version, device });
}

/**
 * The best candidates for the user; null when there is none, in which case all seats are searched (`pick-seat.ts`).
 */
export function bestGroup(
  actor: Actor,
  candidates: readonly PolicyGroup[],
  subject: Subject,
): (PolicyGroup & { readonly precedence: Precedence }) | null {
  const groups = candidates.map(({ policies, keys }) => ({
    policies,
    licenses: keys.map((key) => rnOf(actor.installation, actor.accountId, 'license', key)),
  }));
  const ranked = rankSeats(groups, subject);
  const [first] = ranked;
  const best = groups.find(({ licenses }) => first !== undefined && licenses.includes(first));
  if (!best) return null;
  const end = ranked.findIndex((license) => !best.licenses.includes(license));
  const keys = ranked.slice(0, end < 0 ? ranked.length : end).map((license) => parseRn(license).resourceId);
  return { policies: best.policies, keys, precedence: precedenceOf(best.policies, String(first), subject) ?? 2 };
}
