import { foldName, nameLimit, rawLimit } from '@keyhold/contract';
import type { Actor } from '../../access/actor.ts';
import { liveDirectory } from '../../access/managed.ts';
import type { Transaction } from '../../db/database.ts';
import { userResource } from '../../records/resources.ts';
import { changeUser, findUser } from '../../records/users.sql.ts';
import { releaseIneligibleLicenses } from '../users/user-consequences.ts';
import type { Claims } from './id-token.ts';

/** Maximum number of names in a claim that are looked up. */
const claimLimit = 1_000;

/** Adds the account's tags that a claim names to a user, and removes the others. */
export async function followTags(tx: Transaction, actor: Actor, claims: Claims, claim: string): Promise<void> {
  const names = namesIn(claims, claim);
  if (!names) return;
  const user = await findUser(tx, actor, actor.userId);
  const tags = await tx
    .selectFrom('tags')
    .select(['id', 'name', liveDirectory('tags')])
    .where('account-id', '=', actor.accountId)
    .where('deleted-on', 'is', null)
    .orderBy('id')
    .forShare()
    .execute();
  // Only a directory decides who is in its groups.
  const free = tags.filter((tag) => tag['directory-id'] === null);
  const isNamed = ({ name }: { readonly name: string }) => names.has(foldName(name));
  const held = ({ id }: { readonly id: string }) => user['tag-ids'].includes(id);
  const added = free.filter((tag) => isNamed(tag) && !held(tag)).map(({ id }) => id);
  const removed = free.filter((tag) => !isNamed(tag) && held(tag)).map(({ id }) => id);
  if (added.length === 0 && removed.length === 0) return;
  const before = userResource(actor.installation, user);
  const row = (id: string) => ({ 'user-id': user.id, 'tag-id': id, 'account-id': actor.accountId });
  if (added.length > 0) await tx.insertInto('user-tags').values(added.map(row)).execute();
  if (removed.length > 0) {
    await tx.deleteFrom('user-tags').where('user-id', '=', user.id).where('tag-id', 'in', removed).execute();
  }
  // A policy may also deny by tag.
  await releaseIneligibleLicenses(tx, actor, user);
  await changeUser(tx, actor, added.length > 0 ? 'iam:AddUserTag' : 'iam:RemoveUserTag', before);
}

/**
 * The names in a claim, folded for comparison; empty when the claim is missing. Null when the provider has too many
 * names and refers to another address (`_claim_names`), so that the tags stay unchanged.
 */
function namesIn(claims: Claims, claim: string): ReadonlySet<string> | null {
  const elsewhere = claims['_claim_names'];
  if (!(claim in claims) && typeof elsewhere === 'object' && elsewhere !== null && claim in elsewhere) return null;
  const value = Object.hasOwn(claims, claim) ? claims[claim] : [];
  const texts = (Array.isArray(value) ? value : [value]).filter(
    (one) => typeof one === 'string' && one.length <= rawLimit(nameLimit),
  );
  return new Set(texts.slice(0, claimLimit).map(foldName));
}
