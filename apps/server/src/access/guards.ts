import { parseRn, permits, type ResourceType, rnSchema } from '@keyhold/contract';
import { validate as isUuid } from 'uuid';
import type { Scope, Transaction } from '../db/database.ts';
import { rnOf } from '../installation.ts';
import { forbidden, invalid, notFound, ProblemError } from '../problem.ts';
import type { Actor } from './actor.ts';

/** Refuses an action that no policy of the actor allows. */
export function requirePermission(actor: Actor, action: string): void {
  if (!permits(actor.policies, action)) throw forbidden();
}

/**
 * Returns the account that a call names, if the actor may act there: the actor's own account, or any account for actors
 * who act across accounts. Any other account is not found, whether it exists or not.
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

/** The account that a query names, or else the actor's own one, if the actor may act there. */
export async function accountOf(tx: Transaction, actor: Actor, query: Readonly<Record<string, unknown>>) {
  return reachableAccount(tx, actor, String(query['account'] ?? actor.accountId));
}

/** Refuses other actors than provider staff: a permission in another account does not extend to the catalogue. */
export function requireProviderStaff(actor: Actor): void {
  if (!actor.crossesAccounts) throw forbidden();
}

/** The rows that an actor's transactions may access. */
export function scopeOf(actor: Actor): Scope {
  return { account: actor.crossesAccounts ? '*' : actor.accountId, session: actor.cachedSession };
}

/** A filter for queries, beside row-level security: the account whose resources the actor may reach; null for all. */
export function accountFilter(actor: Actor): { readonly account: string | null } {
  return { account: actor.crossesAccounts ? null : actor.accountId };
}

/** Validates a UUID from a path; a malformed one is not found. */
export function uuidOf(id: string): string {
  if (!isUuid(id)) throw notFound();
  return id.toLowerCase();
}

/**
 * Validates a key from a path, of a license or an entry of the catalogue. PostgreSQL stores no NUL in a text, so a key
 * with a NUL is not found.
 */
export function keyOf(key: string): string {
  if (key.includes('\0')) throw notFound();
  return key;
}

/**
 * Returns the id in a resource name from a request body, if it belongs to this installation, account and type. Any
 * other name is refused in the same way. The caller checks whether the resource exists.
 */
export function idInBody(actor: Actor, accountId: string, type: ResourceType, rn: string, path: string): string {
  const id = idInRn(actor, accountId, type, rn);
  if (id === null) throw unknownReference(path);
  return id;
}

/** Like {@link idInBody}, for a query: any other name is not found. */
export function idInQuery(actor: Actor, accountId: string, type: ResourceType, rn: string): string {
  const id = idInRn(actor, accountId, type, rn);
  if (id === null) throw notFound();
  return id;
}

/**
 * Returns the id in a resource name of this installation, account and type; null for any other name. The name must be
 * spelled exactly as in replies, because policies are compared as text.
 */
export function idInRn(actor: Actor, accountId: string, type: ResourceType, rn: string): string | null {
  if (!rnSchema.safeParse(rn).success) return null;
  const { resourceId } = parseRn(rn);
  if (rn !== rnOf(actor.installation, accountId, type, resourceId)) return null;
  if (uuidTypes.has(type) && (!isUuid(resourceId) || resourceId !== resourceId.toLowerCase())) return null;
  return resourceId;
}

const uuidTypes: ReadonlySet<ResourceType> = new Set(['account', 'user', 'service-account', 'role', 'tag', 'pool']);

/** The problem for a body that names a resource that is missing or unreachable for the caller. */
export function unknownReference(path: string) {
  return invalid(path, `There is no such ${path} in this account. Choose another ${path}.`);
}

/** The caller, authorized again, or the refusal of one who has lost the right. */
export async function actorOrRefusal(authorize: () => Promise<Actor>): Promise<Actor | ProblemError> {
  try {
    return await authorize();
  } catch (error) {
    if (error instanceof ProblemError && (error.status === 401 || error.status === 403)) return error;
    throw error;
  }
}
