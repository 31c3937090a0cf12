import { resourceIdOf } from '@keyhold/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { requireManager } from '../../access/managed.ts';
import { type Transaction, updateRow } from '../../db/database.ts';
import { anyOf } from '../../db/expressions.ts';
import type { ScimOperation, ScimReply, ScimRequest } from '../../http/scim.ts';
import { notFound } from '../../problem.ts';
import { sharesLicenses } from '../catalogue/shared-products.ts';
import { changeTag, deleteTag, findTag, insertTag } from '../tags/tags.ts';
import { groupAfter } from './group-draft.ts';
import { changeMembers, lockMembers, requireAuthorityOverMembers } from './members.ts';
import type { Attributes } from './scim/filter/compile-filter.ts';
import { type Step, stepsOf, stepsOfResource } from './scim/patch.ts';
import { fieldsOf } from './scim/scim-body.ts';
import { listQueryOf, listReply } from './scim/scim-list.ts';
import { scimInvalid } from './scim/scim-problem.ts';
import {
  addressOf,
  idIn,
  type Projection,
  projectionOf,
  type ScimGroupRow,
  type ScimMember,
  scimGroup,
  versionOf,
} from './scim/scim-resource.ts';
import { requireVersion } from './scim/versions.ts';

export const listScimGroups: ScimOperation = async (tx, directory, { query }) => {
  const list = listQueryOf(query, groupAttributes, sql.ref('tags.id'));
  const projection = projectionOf(query);
  const found = ofAccount(tx, directory).where(list.condition);
  const [{ total }, rows] = await Promise.all([
    found.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    list.limit === 0
      ? []
      : found.select(shownColumns).orderBy(list.order).limit(list.limit).offset(list.skipped).execute(),
  ]);
  const rowsWithVersion = rows.map((row) => ({ ...row, version: null }));
  return listReply(await withMembers(tx, directory, rowsWithVersion, projection), list, total);
};

export const getScimGroup: ScimOperation = async (tx, directory, { params, query }) =>
  answer(tx, directory, idIn(params), query, 200);

export const createScimGroup: ScimOperation = async (tx, directory, { body, query }) => {
  fieldsOf(body);
  await requireGroups(tx, directory);
  const { name, 'external-id': externalId, members } = groupAfter(stepsOfResource('add', body));
  if (name === undefined) throw nameMissing();
  const tag = await insertTag(tx, directory, {
    'account-id': directory.accountId,
    name,
    'external-id': externalId ?? null,
    'directory-id': directory.userId,
  });
  const id = resourceIdOf(tag.rn);
  await changeMembers(tx, directory, id, members);
  return answer(tx, directory, id, query, 201);
};

/** Replaces a group as a whole, including its members. */
export const replaceScimGroup: ScimOperation = async (tx, directory, request) => {
  if (!fieldsOf(request.body).has('displayname')) throw nameMissing();
  const cleared = stepsOfResource('replace', { members: [] });
  await change(tx, directory, request, [...cleared, ...stepsOfResource('replace', request.body)]);
  return answer(tx, directory, idIn(request.params), request.query, 200);
};

/** Returns nothing, unless attributes are requested: a group may have very many members. */
export const patchScimGroup: ScimOperation = async (tx, directory, request) => {
  const { query, params } = request;
  await change(tx, directory, request, stepsOf(request.body));
  if (query['attributes'] === undefined && query['excludedAttributes'] === undefined) {
    return { status: 204, version: versionOf(await versionNow(tx, directory, idIn(params))) };
  }
  return answer(tx, directory, idIn(params), query, 200);
};

export const deleteScimGroup: ScimOperation = async (tx, directory, { params, ifMatch }) => {
  const id = idIn(params);
  await lockMembers(tx, directory, id, { replaced: true, changes: new Map() });
  const tag = await lockGroup(tx, directory, id, ifMatch);
  await requireAuthorityOverMembers(tx, directory, tag.id);
  await deleteTag(tx, directory, { params: { id: tag.id }, query: {}, body: undefined, ifMatch: undefined });
  return { status: 204 };
};

async function change(
  tx: Transaction,
  directory: Actor,
  { params, ifMatch }: ScimRequest,
  steps: readonly Step[],
): Promise<void> {
  const id = idIn(params);
  // Refused before its members are locked, and again below, in case it has changed since.
  await versionNow(tx, directory, id);
  requireManager(directory, await findTag(tx, directory, id), 'tag');
  const after = groupAfter(steps);
  await lockMembers(tx, directory, id, after.members);
  const tag = await lockGroup(tx, directory, id, ifMatch);
  requireManager(directory, tag, 'tag');
  const { name = tag.name, 'external-id': externalId = tag['external-id'], members } = after;
  const wanted = { name, 'external-id': externalId, 'directory-id': directory.userId };
  const differs = Object.entries(wanted).some(([column, value]) => tag[column as keyof typeof wanted] !== value);
  if (differs) await changeTag(tx, directory, tag, wanted);
  const moved = await changeMembers(tx, directory, tag.id, members);
  if (moved && !differs) await updateRow(tx, 'tags', tag.id, {}).execute();
}

async function lockGroup(tx: Transaction, directory: Actor, id: string, ifMatch: string | undefined) {
  const tag = await findTag(tx, directory, id, { lock: true });
  requireVersion(ifMatch, await versionNow(tx, directory, tag.id));
  return tag;
}

/** @throws {ProblemError} 404 when the account uses no tags */
async function versionNow(tx: Transaction, directory: Actor, id: string): Promise<string> {
  const row = await ofAccount(tx, directory).select(digest.as('version')).where('tags.id', '=', id).executeTakeFirst();
  if (!row) throw notFound();
  return row.version;
}

/** @throws {ProblemError} 400 when the account uses no tags */
async function requireGroups(tx: Transaction, { installation, accountId }: Actor): Promise<void> {
  const { uses } = await tx
    .selectNoFrom(sharesLicenses(installation, sql`${accountId}::uuid`).as('uses'))
    .executeTakeFirstOrThrow();
  if (uses) return;
  const message = 'This account uses no tags, so that it has no groups. Manage its users without groups.';
  throw scimInvalid('invalidValue', message);
}

function nameMissing() {
  return scimInvalid('invalidValue', 'displayName is missing.');
}

async function answer(
  tx: Transaction,
  directory: Actor,
  id: string,
  query: Readonly<Record<string, unknown>>,
  status: number,
): Promise<ScimReply> {
  const row = await ofAccount(tx, directory)
    .select([...shownColumns, digest.as('version')])
    .where('tags.id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound();
  const [body = {}] = await withMembers(tx, directory, [row], projectionOf(query));
  return {
    status,
    body,
    version: versionOf(row.version),
    location: addressOf(directory.installation, `/Groups/${row.id}`),
  };
}

/** Maximum number of members in all groups of a reply. */
const maxMembers = 50_000;

async function withMembers(
  tx: Transaction,
  { installation }: Actor,
  rows: readonly ScimGroupRow[],
  projection: Projection,
): Promise<object[]> {
  const wanted = projection.wants('members');
  const members = wanted ? await membersOf(tx, rows) : null;
  return rows.map((row) => projection.of(scimGroup(installation, row, members && (members.get(row.id) ?? []))));
}

/** The members of groups, by the group's id. */
async function membersOf(
  tx: Transaction,
  groups: readonly { readonly id: string }[],
): Promise<ReadonlyMap<string, readonly ScimMember[]>> {
  const rows = await tx
    .selectFrom('user-tags')
    .innerJoin('users', 'users.id', 'user-tags.user-id')
    .select(['user-tags.tag-id', 'users.id', 'users.first-name', 'users.last-name'])
    .where('user-tags.tag-id', '=', anyOf(groups.map(({ id }) => id)))
    .where('users.deleted-on', 'is', null)
    .orderBy('users.id')
    .limit(maxMembers + 1)
    .execute();
  if (rows.length > maxMembers) {
    const message = `These groups have more than ${maxMembers} members. Ask for fewer groups, or with excludedAttributes=members.`;
    throw scimInvalid('tooMany', message);
  }
  return Map.groupBy(rows, (row) => row['tag-id']);
}

/** The tags of an account, if it uses tags. */
function ofAccount(tx: Transaction, { accountId, installation }: Actor) {
  return tx
    .selectFrom('tags')
    .where('tags.account-id', '=', accountId)
    .where('tags.deleted-on', 'is', null)
    .where(sharesLicenses(installation, sql.ref('tags.account-id')));
}

const shownColumns = ['tags.id', 'tags.name', 'tags.external-id', 'tags.created-on', 'tags.updated-on'] as const;

const usersOfTag = sql`select users.id, users."first-name", users."last-name" from "user-tags" join users on users.id = "user-tags"."user-id"
  and users."deleted-on" is null where "user-tags"."tag-id" = tags.id`;
/** The version of a group also changes with its members and their names, by any caller. No name has a line break. */
const digest: RawBuilder<string> = sql<string>`md5(tags."updated-on"::text || coalesce((
  select string_agg(member.id || member."first-name" || ' ' || member."last-name", E'\\n' order by member.id)
  from (${usersOfTag}) as member), ''))`;

const members = {
  kind: 'ids',
  any: sql`exists (${usersOfTag})`,
  has: (id: string) => sql`exists (${usersOfTag} and users.id = ${id}::uuid)`,
} as const;

/** The attributes by which groups are filtered and sorted. */
const groupAttributes: Attributes = {
  id: { kind: 'id', sql: sql.ref('tags.id') },
  externalid: { kind: 'text', exact: true, sql: sql.ref('tags.external-id') },
  displayname: { kind: 'text', sql: sql.ref('tags.name') },
  members,
  'members.value': members,
  'meta.resourcetype': { kind: 'text', exact: true, sql: sql`'Group'::text` },
  'meta.created': { kind: 'time', sql: sql.ref('tags.created-on') },
  'meta.lastmodified': { kind: 'time', sql: sql.ref('tags.updated-on') },
};
