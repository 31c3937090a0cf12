import { consumersOf, freeLimit, type Policy } from '@keyhold/contract';
import { sql } from 'kysely';
import type { Actor } from '../../../access/actor.ts';
import type { Transaction } from '../../../db/database.ts';
import { lockAccount } from '../../../db/locks.ts';
import { catalogueRnOf, rnOf } from '../../../installation.ts';
import { invalid } from '../../../problem.ts';
import { findEntry } from '../../../records/catalogue.sql.ts';
import { expired, termEnd } from '../../../records/license-term.ts';
import { taken } from '../../../records/seat-conditions.ts';
import { changePolicies } from '../license-policies.ts';

/** What giving a user a license does, and the rn of the license: the given one, or the one they have. */
export interface Gift {
  readonly outcome: 'given' | 'has' | 'none-left' | 'inactive';
  readonly license: string | null;
}

/** The user whom a license is given, and their account. */
interface Receiver {
  readonly account: string;
  /** The id of the product. */
  readonly product: string;
  /** Null for a user who is about to be created. */
  readonly user: string | null;
  readonly status: string;
}

/**
 * The id of a product that a body names by its rn or its id.
 *
 * @throws {ProblemError} 400 at the field `path`
 */
export function productNamed(tx: Transaction, actor: Actor, name: string, path = 'product'): Promise<string> {
  const refusal = () => invalid(path, 'There is no such product in the catalogue. Choose another product.');
  if (name === '') return Promise.reject(refusal());
  const rn = name.includes(':') ? name : catalogueRnOf(actor.installation, 'product', name);
  return findEntry(tx, actor, 'product', rn, refusal);
}

/**
 * Gives a user a license of a product, unless one names them already: of the usable licenses that nobody may consume, the
 * one that lasts longest. Two callers never get the same one. The order of locks is account, user, license.
 *
 * @throws {ProblemError} 404 when the account, 400 when the user does not exist
 */
export async function giveLicense(
  tx: Transaction,
  actor: Actor,
  { account, product, user }: { readonly account: string; readonly product: string; readonly user: string },
): Promise<Gift> {
  await lockAccount(tx, account);
  // Two callers who give the same user a license take turns.
  const locked = await tx
    .selectFrom('users')
    .select('status')
    .where('id', '=', user)
    .where('account-id', '=', account)
    .where('deleted-on', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!locked) throw noSuchUser('users');
  const known = await withoutPicking(tx, actor, { account, product, user, status: locked.status });
  if (known) return known;
  const refused: string[] = [];
  for (;;) {
    const candidates = selectCandidates(tx, account, product, refused).limit(1).forUpdate('licenses');
    // One that another transaction has locked is waited for only if there is no other.
    const found = (await candidates.skipLocked().executeTakeFirst()) ?? (await candidates.executeTakeFirst());
    if (!found) return { outcome: 'none-left', license: null };
    if (isForNoOne(found.policies)) {
      const rn = rnOf(actor.installation, account, 'user', user);
      const item = await changePolicies(tx, actor, found.id, { consumers: { kind: 'user', user: rn } });
      return { outcome: 'given', license: item.rn };
    }
    refused.push(found.id);
  }
}

/**
 * What {@link giveLicense} would do, without changing anything.
 *
 * @param picked the keys of the licenses that were picked for others before; the picked one is added
 */
export async function planGift(tx: Transaction, actor: Actor, receiver: Receiver, picked: Set<string>): Promise<Gift> {
  const known = await withoutPicking(tx, actor, receiver);
  if (known) return known;
  const refused = [...picked];
  for (;;) {
    const found = await selectCandidates(tx, receiver.account, receiver.product, refused).limit(1).executeTakeFirst();
    if (!found) return { outcome: 'none-left', license: null };
    if (isForNoOne(found.policies)) {
      picked.add(found.id);
      return { outcome: 'given', license: rnOf(actor.installation, receiver.account, 'license', found.id) };
    }
    refused.push(found.id);
  }
}

export function noSuchUser(path: string) {
  return invalid(path, 'There is no such user in this account. Choose another user.');
}

/** The outcome for a user who gets no license, as they are inactive or have one. */
async function withoutPicking(
  tx: Transaction,
  actor: Actor,
  { account, product, user, status }: Receiver,
): Promise<Gift | null> {
  if (status === 'Inactive') return { outcome: 'inactive', license: null };
  if (user === null) return null;
  const [named] = await licensesNaming(tx, actor, { account, product, user }, { usable: true });
  return named ? { outcome: 'has', license: rnOf(actor.installation, account, 'license', named) } : null;
}

/** The keys of the licenses of a product whose consumers are this user, the longest lasting first. */
export async function licensesNaming(
  tx: Transaction,
  actor: Actor,
  { account, product, user }: { readonly account: string; readonly product: string; readonly user: string },
  { usable }: { readonly usable: boolean },
): Promise<string[]> {
  const rn = rnOf(actor.installation, account, 'user', user);
  let query = selectOf(tx, account, product).where(sql<boolean>`${rn} = any(licenses."by-name")`);
  if (usable) query = query.where('status', '=', 'Active').where(sql<boolean>`not ${expired}`);
  const found = await query.execute();
  return found.filter(({ policies }) => isFor(policies, rn)).map(({ id }) => id);
}

function isFor(policies: readonly Policy[], rn: string): boolean {
  const consumers = consumersOf(policies);
  return consumers.kind === 'User' && consumers.user === rn;
}

export function isForNoOne(policies: readonly Policy[]): boolean {
  return consumersOf(policies).kind === 'No one';
}

/** Selects the usable licenses that can be given, the best first. The reader of their policies decides. */
function selectCandidates(tx: Transaction, account: string, product: string, refused: readonly string[]) {
  return selectOf(tx, account, product)
    .where('status', '=', 'Active')
    .where(sql<boolean>`not ${expired}`)
    .where(sql<boolean>`not licenses."by-conditions" and licenses."by-name" = '{}'`)
    .where('id', '<>', sql<string>`all(${refused}::text[])`);
}

/** The number of licenses of a product that can be given. */
export async function countFree(tx: Transaction, account: string, product: string): Promise<number> {
  const candidates = selectCandidates(tx, account, product, []).clearOrderBy().limit(freeLimit);
  const groups = await tx
    .selectFrom(candidates.as('candidates'))
    .select(['policies', sql<number>`count(*)::int`.as('count')])
    .groupBy('policies')
    .execute();
  return groups.filter(({ policies }) => isForNoOne(policies)).reduce((sum, { count }) => sum + count, 0);
}

/** How long a license lasts, its grace included; one whose period has not begun is counted as if it began now. */
export const ends = sql`(${sql.raw(termEnd)})::timestamptz`;
/** Whether the period of a license has not begun: of two that last equally long, it comes second. */
export const notBegun = sql`licenses."expiry-date" is null and not licenses."expiry-perpetual"`;

/** Selects the licenses of a product, the longest lasting first; of equal ones those with a free seat. */
function selectOf(tx: Transaction, account: string, product: string) {
  return tx
    .selectFrom('licenses')
    .select(['id', 'policies'])
    .where('account-id', '=', account)
    .where('product-id', '=', product)
    .where('deleted-on', 'is', null)
    .where('pool-id', 'is', null)
    .orderBy(ends, 'desc')
    .orderBy(notBegun)
    .orderBy(taken)
    .orderBy('id');
}
