import { knownActions, type Policy, parseRn, permits, type ResourceType } from '@keyhold/contract';
import { validate as isUuid } from 'uuid';
import type { Transaction } from '../db/database.ts';
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

/** The accounts whose things an actor can reach by id: a filter for queries, beside row-level security. */
export function reach(actor: Actor): { readonly account: string | null } {
  return { account: actor.crossesAccounts ? null : actor.accountId };
}

/** An id of a path that names a row; a malformed one names nothing. */
export function uuidOf(id: string): string {
  if (!isUuid(id)) throw notFound();
  return id.toLowerCase();
}

/**
 * The id in a resource name that a request's body carries, if it is of this installation, account and type. Unknown and
 * foreign ones are refused alike; whether the thing exists is for the caller to look up.
 */
export function idInBody(actor: Actor, accountId: string, type: ResourceType, rn: string, path: string): string {
  const name = parseRn(rn);
  const fits =
    name.appName === 'keyhold' &&
    name.region === actor.installation.region &&
    name.accountId === accountId &&
    name.resourceType === type;
  if (!fits || (uuidTypes.has(type) && !isUuid(name.resourceId))) throw unknownReference(path);
  return name.resourceId;
}

const uuidTypes: ReadonlySet<ResourceType> = new Set(['account', 'user', 'role', 'tag']);

/** A body names something that is not there, or not there for the caller. */
export function unknownReference(path: string) {
  return invalid(path, `There is no such ${path} in this account. Choose another ${path}.`);
}

/** Whether one set of policies allows everything that another allows, its wildcards included. */
export function coversPermissions(mine: readonly Policy[], theirs: readonly Policy[]): boolean {
  return comparedActions.every((action) => permits(mine, action) || !permits(theirs, action));
}

/** Every action that a call needs, and one that no call needs beside each, so that a wildcard exceeds a list of actions. */
const comparedActions = [...new Set([...knownActions, 'other:Other'].flatMap(withNeighbours))];

function withNeighbours(action: string): string[] {
  const [service, name] = action.split(':');
  return [action, `${service}:Other`, `other:${name}`];
}
