import type { Policy } from '@keyhold/contract';
import { sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { Actor } from '../../access/actor.ts';
import { coversPermissions } from '../../access/rights.ts';
import { auditAll } from '../../audit/audit.ts';
import type { Transaction } from '../../db/database.ts';
import { anyOf, clock } from '../../db/expressions.ts';
import { rnOf } from '../../installation.ts';
import { forbidden } from '../../problem.ts';
import { endIneligibleLeases } from '../leases/eligibility.ts';
import { type UserRow, userResource } from '../resources.ts';
import { heldBy, tagsChanged } from '../users/user-consequences.ts';
import { resourcesCarried, selectUsers } from '../users/users.sql.ts';
import type { WantedMembers } from './group-draft.ts';
import { scimInvalid } from './scim-problem.ts';

/**
 * Changes who carries a tag, by a few statements for any number of users. What follows is what follows when somebody gives
 * or takes a tag in the console: leases that no longer fit end, each user's change is audited.
 *
 * @returns whether anybody was not as they were to be
 * @throws {ProblemError} 400 for somebody who is not there, 403 for somebody with more rights than the directory
 */
export async function changeMembers(
  tx: Transaction,
  directory: Actor,
  tag: string,
  { replaced, changes }: WantedMembers,
): Promise<boolean> {
  const leaving = replaced ? (await membersNow(tx, tag)).filter((id) => !changes.has(id)) : [];
  const wanted = new Map([...changes, ...leaving.map((id) => [id, false] as const)]);
  if (wanted.size === 0) return false;
  const before = await lockPeople(tx, directory, wanted);
  const differing = before.filter((user) => user['tag-ids'].includes(tag) !== wanted.get(user.id));
  if (differing.length === 0) return false;
  await requireAuthorityOverAll(tx, directory, differing);
  const [joining, parting] = [true, false].map((joins) =>
    differing.flatMap(({ id }) => (wanted.get(id) === joins ? [id] : [])),
  ) as [string[], string[]];
  await sql`insert into "user-tags" ("user-id", "tag-id", "account-id")
    select id, ${tag}::uuid, ${directory.accountId}::uuid from unnest(${joining}::uuid[]) as id
    on conflict do nothing`.execute(tx);
  await tx.deleteFrom('user-tags').where('tag-id', '=', tag).where('user-id', '=', anyOf(parting)).execute();
  const ids = differing.map(({ id }) => id);
  await tx.updateTable('users').set({ 'updated-on': clock }).where('id', '=', anyOf(ids)).execute();
  await endIneligibleLeases(tx, directory, await heldBy(tx, directory.accountId, ids), tagsChanged);
  await auditMoves(tx, directory, differing, wanted);
  return true;
}

async function membersNow(tx: Transaction, tag: string): Promise<string[]> {
  const rows = await tx.selectFrom('user-tags').select('user-id').where('tag-id', '=', tag).execute();
  return rows.map((row) => row['user-id']);
}

/** The users of some ids, locked in the order of their ids. Who is to leave and is not there has left. */
async function lockPeople(tx: Transaction, directory: Actor, wanted: ReadonlyMap<string, boolean>) {
  const ids = [...wanted.keys()].filter((id) => isUuid(id));
  const locked = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', anyOf(ids))
    .where('account-id', '=', directory.accountId)
    .where('deleted-on', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  const there = new Set(locked.map(({ id }) => id));
  const missing = [...wanted].find(([id, joins]) => joins && !there.has(id));
  if (missing) throw scimInvalid('invalidValue', `There is no user ${missing[0].slice(0, 100)} who could be a member.`);
  return peopleOf(tx, [...there]);
}

function peopleOf(tx: Transaction, ids: readonly string[]) {
  return selectUsers(tx).where('users.id', '=', anyOf(ids)).orderBy('users.id').execute();
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

/** Writes down for each user what they carry now. */
async function auditMoves(
  tx: Transaction,
  directory: Actor,
  people: readonly UserRow[],
  joins: ReadonlyMap<string, boolean>,
): Promise<void> {
  const { installation } = directory;
  const after = await peopleOf(
    tx,
    people.map(({ id }) => id),
  );
  const resources = await resourcesCarried(tx, installation, {
    roles: new Set([...people, ...after].flatMap((user) => user['role-ids'])),
    tags: new Set([...people, ...after].flatMap((user) => user['tag-ids'])),
  });
  const sideOf = (row: UserRow) => {
    const user = userResource(installation, row);
    const names = [...user.roles, ...user.tags].map((rn) => [rn, resources[rn]?.name]);
    return { ...user, names: Object.fromEntries(names) };
  };
  const before = new Map(people.map((row) => [row.id, row]));
  const changes = after.map((row) => ({
    action: joins.get(row.id) ? ('iam:AddUserTag' as const) : ('iam:RemoveUserTag' as const),
    resource: rnOf(installation, row['account-id'], 'user', row.id),
    before: sideOf(before.get(row.id) ?? row),
    after: sideOf(row),
  }));
  auditAll(tx, directory, changes);
}
