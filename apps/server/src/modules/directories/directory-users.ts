import { resourceIdOf } from '@keyhold/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { requireManager } from '../../access/managed.ts';
import type { Transaction } from '../../db/database.ts';
import type { ScimOperation, ScimReply } from '../../http/scim.ts';
import { notFound } from '../../problem.ts';
import { lockOwnedAccount } from '../../records/accounts.sql.ts';
import { lockUser } from '../../records/users.sql.ts';
import { sharesLicenses } from '../catalogue/shared-products.ts';
import { changeTexts, deleteUser, insertUser, updateUserStatus } from '../users/users.ts';
import type { Attribute, Attributes } from './scim/filter/compile-filter.ts';
import { type Step, stepsOf, stepsOfResource } from './scim/patch.ts';
import { fieldsOf } from './scim/scim-body.ts';
import { listQueryOf, listReply } from './scim/scim-list.ts';
import {
  addressOf,
  idIn,
  type Projection,
  projectionOf,
  scimUser,
  userSchemaId,
  versionOf,
} from './scim/scim-resource.ts';
import { requireVersion } from './scim/versions.ts';
import { userAfter } from './user-draft.ts';

export const listScimUsers: ScimOperation = async (tx, directory, { query }) => {
  const list = listQueryOf(query, userAttributes, sql.ref('users.id'));
  const projection = projectionOf(query);
  const found = ofAccount(tx, directory).where(list.condition);
  const [{ total }, rows] = await Promise.all([
    found.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    list.limit === 0
      ? []
      : found
          .select(shownOf(directory, projection))
          .orderBy(list.order)
          .limit(list.limit)
          .offset(list.skipped)
          .execute(),
  ]);
  return listReply(
    rows.map((row) => projection.of(scimUser(directory.installation, row))),
    list,
    total,
  );
};

export const getScimUser: ScimOperation = async (tx, directory, { params, query }) =>
  answer(tx, directory, idIn(params), query, 200);

export const createScimUser: ScimOperation = async (tx, directory, { body, query }) => {
  fieldsOf(body);
  const { active, 'external-id': externalId, ...texts } = userAfter(stepsOfResource('add', body), null, true);
  const user = await insertUser(tx, directory, {
    ...texts,
    'account-id': directory.accountId,
    'external-id': externalId ?? null,
    'directory-id': directory.userId,
    ...(active === false ? { status: 'Inactive' as const } : {}),
  });
  return answer(tx, directory, resourceIdOf(user.rn), query, 201);
};

/** Replaces a user as a whole. `externalId` and `active` stay as they are when the request omits them. */
export const replaceScimUser: ScimOperation = async (tx, directory, request) => {
  fieldsOf(request.body);
  return change(tx, directory, request, stepsOfResource('replace', request.body), true);
};

export const patchScimUser: ScimOperation = async (tx, directory, request) =>
  change(tx, directory, request, stepsOf(request.body), false);

export const deleteScimUser: ScimOperation = async (tx, directory, { params, ifMatch }) => {
  const id = idIn(params);
  await lockOwnedAccount(tx, id);
  const { user } = await lockUser(tx, directory, id);
  requireVersion(ifMatch, await versionNow(tx, directory, user.id));
  await deleteUser(tx, directory, { params: { id }, query: {}, body: undefined, ifMatch: undefined });
  return { status: 204 };
};

async function change(
  tx: Transaction,
  directory: Actor,
  { params, query, ifMatch }: Parameters<ScimOperation>[2],
  steps: readonly Step[],
  whole: boolean,
): Promise<ScimReply> {
  const locked = await lockUser(tx, directory, idIn(params));
  const { user } = locked;
  requireVersion(ifMatch, await versionNow(tx, directory, user.id));
  requireManager(directory, user, 'user');
  const wanted = userAfter(steps, user, whole);
  const { active, 'external-id': externalId = user['external-id'], ...texts } = wanted;
  const managed = { ...texts, 'external-id': externalId, 'directory-id': directory.userId };
  const differs = Object.entries(managed).some(([column, value]) => user[column as keyof typeof managed] !== value);
  if (differs) await changeTexts(tx, directory, locked, managed);
  if (active !== undefined && active !== (user.status !== 'Inactive')) {
    const body = { status: active ? ('Active' as const) : ('Inactive' as const) };
    await updateUserStatus(tx, directory, { params: { id: user.id }, query: {}, body, ifMatch: undefined });
  }
  return answer(tx, directory, user.id, query, 200);
}

async function answer(
  tx: Transaction,
  directory: Actor,
  id: string,
  query: Readonly<Record<string, unknown>>,
  status: number,
): Promise<ScimReply> {
  const projection = projectionOf(query);
  const row = await ofAccount(tx, directory)
    .select(shownOf(directory, projection))
    .where('users.id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound();
  return {
    status,
    body: projection.of(scimUser(directory.installation, row)),
    version: versionOf(row.version),
    location: addressOf(directory.installation, `/Users/${row.id}`),
  };
}

function ofAccount(tx: Transaction, directory: Actor) {
  return tx
    .selectFrom('users')
    .where('users.account-id', '=', directory.accountId)
    .where('users.deleted-on', 'is', null);
}

const shownColumns = [
  'users.id',
  'users.email',
  'users.first-name',
  'users.last-name',
  'users.title',
  'users.status',
  'users.external-id',
  'users.created-on',
  'users.updated-on',
] as const;

function shownOf(directory: Actor, projection: Projection) {
  return [
    ...shownColumns,
    versionOfRow(directory).as('version'),
    groupsOf(directory, projection.wants('groups')).as('groups'),
  ] as const;
}

type Groups = readonly { readonly value: string; readonly display: string }[];

/** The tags of a user, if the account uses tags. */
function groupsOf(directory: Actor, wanted: boolean): RawBuilder<Groups> {
  if (!wanted) return sql<Groups>`'[]'::jsonb`;
  return sql<Groups>`case when ${sharesLicenses(directory.installation, sql`${directory.accountId}::uuid`)} then (
    select coalesce(jsonb_agg(jsonb_build_object('value', tags.id, 'display', tags.name) order by tags.id), '[]')
    from tags where tags.id = any(users.labels) and tags."deleted-on" is null) else '[]'::jsonb end`;
}

/** The version of a user also changes with the names of their groups. */
function versionOfRow(directory: Actor): RawBuilder<string> {
  return sql<string>`md5(users."updated-on"::text || (${groupsOf(directory, true)})::text)`;
}

async function versionNow(tx: Transaction, directory: Actor, id: string): Promise<string> {
  const row = await ofAccount(tx, directory)
    .select(versionOfRow(directory).as('version'))
    .where('users.id', '=', id)
    .executeTakeFirstOrThrow();
  return row.version;
}

const email = { kind: 'email', sql: sql.ref('users.folded-email') } as const;
const shownName = { kind: 'text', sql: sql`(users."first-name" || ' ' || users."last-name")` } as const;
const tagsOfUser = sql`select from "user-tags" join tags on tags.id = "user-tags"."tag-id" and tags."deleted-on" is null
  where "user-tags"."user-id" = users.id`;
const groups = {
  kind: 'ids',
  any: sql`exists (${tagsOfUser})`,
  has: (id: string) => sql`exists (${tagsOfUser} and tags.id = ${id}::uuid)`,
} as const;

const enterpriseSchemaId = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

/** Attributes of the standard that no user has here: a filter may name them, but matches no user. */
const unkept = [
  ...['userType', 'nickName', 'profileUrl', 'preferredLanguage', 'locale', 'timezone'],
  ...['phoneNumbers', 'ims', 'photos', 'addresses', 'entitlements', 'roles', 'x509Certificates'].flatMap((name) =>
    ['', '.value', '.type', '.primary', '.display'].map((part) => `${name}${part}`),
  ),
  ...['middleName', 'honorificPrefix', 'honorificSuffix'].map((part) => `name.${part}`),
  ...[
    ...['employeeNumber', 'costCenter', 'organization', 'division', 'department'],
    ...['manager', 'manager.value', 'manager.$ref', 'manager.displayName'],
  ].map((name) => `${enterpriseSchemaId}:${name}`),
].map((path): [string, Attribute] => [path.toLowerCase(), { kind: 'text', sql: sql`null::text` }]);

/** The attributes by which users are filtered and sorted. */
const userAttributes: Attributes = {
  ...Object.fromEntries(unkept),
  schemas: { kind: 'text', exact: true, sql: sql`${sql.lit(userSchemaId)}::text` },
  id: { kind: 'id', sql: sql.ref('users.id') },
  externalid: { kind: 'text', exact: true, sql: sql.ref('users.external-id') },
  username: email,
  emails: email,
  'emails.value': email,
  'emails.type': { kind: 'text', sql: sql`'work'::text` },
  'emails.primary': { kind: 'boolean', sql: sql`true` },
  displayname: shownName,
  'name.formatted': shownName,
  'name.givenname': { kind: 'text', sql: sql.ref('users.first-name') },
  'name.familyname': { kind: 'text', sql: sql.ref('users.last-name') },
  title: { kind: 'text', sql: sql`nullif(users.title, '')` },
  active: { kind: 'boolean', sql: sql`users.status <> 'Inactive'` },
  groups,
  'groups.value': groups,
  'meta.resourcetype': { kind: 'text', exact: true, sql: sql`'User'::text` },
  'meta.created': { kind: 'time', sql: sql.ref('users.created-on') },
  'meta.lastmodified': { kind: 'time', sql: sql.ref('users.updated-on') },
};
