import type { Policy } from '@keyhold/contract';
import { sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { Actor } from '../../access/actor.ts';
import { coversPermissions } from '../../access/rights.ts';
import { type AuditedChange, auditAll } from '../../audit/audit.ts';
import type { Transaction } from '../../db/database.ts';
import { anyOf, clock } from '../../db/expressions.ts';
import { lockAccount } from '../../db/locks.ts';
import { rnOf } from '../../installation.ts';
import { forbidden } from '../../problem.ts';
import { type UserRow, userResource } from '../../records/resources.ts';
import { rolesAndTagsByRn, selectUsers } from '../../records/users.sql.ts';
import { endIneligibleLeases } from '../leases/end/eligibility.ts';
import { checkPlacesAtEnd } from '../leases/line/check-places.ts';
import { lockHeldLicenses, tagsChanged } from '../users/user-consequences.ts';
import { noMember, type WantedMembers } from './group-draft.ts';
import { scimInvalid } from './scim/scim-problem.ts';

/**
 * Changes which users have a tag, with few statements for any number of users. The consequences are those of the same change
 * in the console: leases that no longer fit end, and each user's change is audited.
 *
 * @returns whether any user was changed
 * @throws {ProblemError} 400 for a user who does not exist, or who is to be replaced and is no member; 403 for one with
 * more rights than the directory
 */
export async function changeMembers(
  tx: Transaction,
  directory: Actor,
  tag: string,
  { replaced, changes, required }: WantedMembers,
): Promise<boolean> {
  const now = new Set(replaced || required.size > 0 ? await membersNow(tx, tag) : []);
  const stranger = [...required].find((id) => !now.has(id));
  if (stranger) throw noMember(stranger);
  const leaving = replaced ? [...now].filter((id) => !changes.has(id)) : [];
  const wanted = new Map([...changes, ...leaving.map((id) => [id, false] as const)]);
  if (wanted.size === 0) return false;
  const there = await lockPeople(tx, directory, wanted);
  const moves: AuditedChange[] = [];
  for (const ids of slicesOf(there)) moves.push(...(await changeSome(tx, directory, tag, ids, wanted)));
  // Audited last: the account's audit chain is locked from here to the commit.
  for (const some of slicesOf(moves)) auditAll(tx, directory, some);
  return moves.length > 0;
}

/** Users per batch of statements, so that no statement takes long. */
const slice = 500;

function slicesOf<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / slice) }, (_, index) =>
    items.slice(index * slice, (index + 1) * slice),
  );
}

/** @returns the changes, for the audit log */
async function changeSome(
  tx: Transaction,
  directory: Actor,
  tag: string,
  ids: readonly string[],
  wanted: ReadonlyMap<string, boolean>,
): Promise<AuditedChange[]> {
  const differing = (await peopleOf(tx, ids)).filter((user) => user['tag-ids'].includes(tag) !== wanted.get(user.id));
  if (differing.length === 0) return [];
  await requireAuthorityOverAll(tx, directory, differing);
  const [joining, parting] = [true, false].map((joins) =>
    differing.flatMap(({ id }) => (wanted.get(id) === joins ? [id] : [])),
  ) as [string[], string[]];
  await sql`insert into "user-tags" ("user-id", "tag-id", "account-id")
    select id, ${tag}::uuid, ${directory.accountId}::uuid from unnest(${joining}::uuid[]) as id
    on conflict do nothing`.execute(tx);
  await tx.deleteFrom('user-tags').where('tag-id', '=', tag).where('user-id', '=', anyOf(parting)).execute();
  const changed = differing.map(({ id }) => id);
  await tx.updateTable('users').set({ 'updated-on': clock }).where('id', '=', anyOf(changed)).execute();
  await endIneligibleLeases(tx, directory, await lockHeldLicenses(tx, directory.accountId, changed), tagsChanged);
  checkPlacesAtEnd(tx, directory.installation, { account: directory.accountId, users: changed });
  return movesOf(tx, directory, differing, wanted);
}

/** Locks the users whom a change of a group concerns, before the group: the order of every change. */
export async function lockMembers(
  tx: Transaction,
  directory: Actor,
  tag: string,
  { replaced, changes }: Pick<WantedMembers, 'replaced' | 'changes'>,
): Promise<void> {
  if (!replaced && changes.size === 0) return;
  await lockAccount(tx, directory.accountId);
  const leaving = replaced ? await membersNow(tx, tag) : [];
  await lockPeople(tx, directory, new Map([...leaving.map((id) => [id, false] as const), ...changes]));
}

async function membersNow(tx: Transaction, tag: string): Promise<string[]> {
  const rows = await tx.selectFrom('user-tags').select('user-id').where('tag-id', '=', tag).execute();
  return rows.map((row) => row['user-id']);
}

/**
 * Locks users in the order of their ids. A missing user who is to leave is ignored.
 *
 * @returns the ids of the users who exist
 * @throws {ProblemError} 400 when a user who is to join does not exist
 */
async function lockPeople(
  tx: Transaction,
  directory: Actor,
  wanted: ReadonlyMap<string, boolean>,
): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', anyOf([...wanted.keys()].filter((id) => isUuid(id))))
    .where('account-id', '=', directory.accountId)
    .where('deleted-on', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  const there = new Set(rows.map(({ id }) => id));
  const missing = [...wanted].find(([id, joins]) => joins && !there.has(id));
  if (missing) throw scimInvalid('invalidValue', `There is no user ${missing[0].slice(0, 100)} who could be a member.`);
  return [...there];
}

function peopleOf(tx: Transaction, ids: readonly string[]) {
  return selectUsers(tx).where('users.id', '=', anyOf(ids)).orderBy('users.id').execute();
}

/** @throws {ProblemError} 403 when a member of a group has more rights than the directory */
export async function requireAuthorityOverMembers(tx: Transaction, directory: Actor, tag: string): Promise<void> {
  const leaving = new Map((await membersNow(tx, tag)).map((id) => [id, false] as const));
  for (const ids of slicesOf(await lockPeople(tx, directory, leaving))) {
    await requireAuthorityOverAll(tx, directory, await peopleOf(tx, ids));
  }
}

async function requireAuthorityOverAll(
  tx: Transaction,
  directory: Actor,
  people: readonly { readonly policies: readonly Policy[]; readonly 'role-ids': readonly string[] }[],
): Promise<void> {
  const roles = new Set(people.flatMap((user) => user['role-ids']));
  const given = await tx
    .selectFrom('roles')
    .select('policies')
    .where('id', '=', anyOf([...roles]))
    .execute();
  const all = [...people.map(({ policies }) => policies), ...given.map(({ policies }) => policies)];
  if (!all.every((policies) => policies.length === 0 || coversPermissions(directory.policies, policies)))
    throw forbidden();
}

/** The change of each user, with the names of their roles and tags. */
async function movesOf(
  tx: Transaction,
  directory: Actor,
  people: readonly UserRow[],
  joins: ReadonlyMap<string, boolean>,
): Promise<AuditedChange[]> {
  const { installation } = directory;
  const after = await peopleOf(
    tx,
    people.map(({ id }) => id),
  );
  const resources = await rolesAndTagsByRn(tx, installation, {
    roles: new Set([...people, ...after].flatMap((user) => user['role-ids'])),
    tags: new Set([...people, ...after].flatMap((user) => user['tag-ids'])),
  });
  const sideOf = (row: UserRow) => {
    const user = userResource(installation, row);
    const names = [...user.roles, ...user.tags].map((rn) => [rn, resources[rn]?.name]);
    return { ...user, names: Object.fromEntries(names) };
  };
  const before = new Map(people.map((row) => [row.id, row]));
  return after.map((row) => ({
    action: joins.get(row.id) ? ('iam:AddUserTag' as const) : ('iam:RemoveUserTag' as const),
    resource: rnOf(installation, row['account-id'], 'user', row.id),
    before: sideOf(before.get(row.id) ?? row),
    after: sideOf(row),
  }));
}
