import { parseRn, permits, type ResourceType, rnSchema } from '@keyhold/contract';
import { validate as isUuid } from 'uuid';
import type { Scope, Transaction } from '../db/database.ts';
import { rnOf } from '../installation.ts';
import { forbidden, invalid, notFound } from '../problem.ts';
import type { Actor } from './actor.ts';

/** Refuses an action that no policy of the actor allows. */
export function requirePermission(actor: Actor, action: string): void {
  if (!permits(actor.policies, action)) throw forbidden();
}

/**
 * The account that a call names, if the actor may act there: the own one, or any for those who act across accounts.
 * Everything else is not found, whether it exists or not.
 */
export async function reachableAccount(tx: Transaction, actor: Actor, accountId: string): Promise<string> {
  if (accountId === actor.accountId) return accountId;
  if (!actor.crossesAccounts || !isUuid(accountId)) throw notFound();
  const account = await tx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', accountId)
    .where('deleted-on', 'is', null)
    .executeTakeFirst();
  if (!account) throw notFound();
  return account.id;
}

/** The account that a call is about, if the actor may act there: the one that its query names, or the own one. */
export async function accountOf(tx: Transaction, actor: Actor, query: Readonly<Record<string, unknown>>) {
  return reachableAccount(tx, actor, String(query['account'] ?? actor.accountId));
}

/** The catalogue is the provider's: a permission in another account does not reach it. */
export function requireProviderStaff(actor: Actor): void {
  if (!actor.crossesAccounts) throw forbidden();
}

/** The rows an actor's transactions may touch at all. */
export function scopeOf(actor: Actor): Scope {
  return { account: actor.crossesAccounts ? '*' : actor.accountId, session: actor.cachedSession };
}

/** The account whose resources an actor reaches by id; null for all: a filter for queries, beside row-level security. */
export function reach(actor: Actor): { readonly account: string | null } {
  return { account: actor.crossesAccounts ? null : actor.accountId };
}

/** An id of a path that names a row; a malformed one names nothing. */
export function uuidOf(id: string): string {
  if (!isUuid(id)) throw notFound();
  return id.toLowerCase();
}

/** An id of a path that names a license or something of the catalogue, whatever its form. PostgreSQL keeps no NUL in a text, so one that has it names nothing. */
export function keyOf(key: string): string {
  if (key.includes('\0')) throw notFound();
  return key;
}

/**
 * The id in a resource name that a request's body carries, if it is of this installation, account and type. Unknown and
 * foreign ones are refused alike; whether the resource exists is for the caller to look up.
 */
export function idInBody(actor: Actor, accountId: string, type: ResourceType, rn: string, path: string): string {
  const id = idInRn(actor, accountId, type, rn);
  if (id === null) throw unknownReference(path);
  return id;
}

/** As {@link idInBody}, for a query: what it names and is not there is not found. */
export function idInQuery(actor: Actor, accountId: string, type: ResourceType, rn: string): string {
  const id = idInRn(actor, accountId, type, rn);
  if (id === null) throw notFound();
  return id;
}

/**
 * The id in a resource name of this installation, account and type; null for any other. The name must be spelled exactly
 * as replies spell it: policies are compared by their text.
 */
export function idInRn(actor: Actor, accountId: string, type: ResourceType, rn: string): string | null {
  if (!rnSchema.safeParse(rn).success) return null;
  const { resourceId } = parseRn(rn);
  if (rn !== rnOf(actor.installation, accountId, type, resourceId)) return null;
  if (uuidTypes.has(type) && (!isUuid(resourceId) || resourceId !== resourceId.toLowerCase())) return null;
  return resourceId;
}

const uuidTypes: ReadonlySet<ResourceType> = new Set(['account', 'user', 'service-account', 'role', 'tag']);

/** A body names something that is not there, or not there for the caller. */
export function unknownReference(path: string) {
  return invalid(path, `There is no such ${path} in this account. Choose another ${path}.`);
}
