import { directoryPath } from '@keyhold/contract';
import { fullName } from '../../../access/actor.ts';
import { uuidOf } from '../../../access/guards.ts';
import type { Installation } from '../../../installation.ts';
import { scimInvalid } from './scim-problem.ts';

export const userSchemaId = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const groupSchemaId = 'urn:ietf:params:scim:schemas:core:2.0:Group';

/** The address of a path below the base address, such as `/Users/{id}`. */
export function addressOf(installation: Installation, path: string): string {
  return `${installation.publicUrl}${directoryPath}${path}`;
}

/** The id in the path of a user or group. */
export function idIn(params: Readonly<Record<string, string>>): string {
  return uuidOf(params['id'] ?? '');
}

/** A user's row as SCIM shows it. */
interface ScimUserRow {
  readonly id: string;
  readonly email: string;
  readonly 'first-name': string;
  readonly 'last-name': string;
  readonly title: string;
  readonly status: string;
  readonly 'external-id': string | null;
  readonly 'created-on': Date;
  readonly 'updated-on': Date;
  readonly version: string;
  readonly groups: readonly { readonly value: string; readonly display: string }[];
}

/** A user as SCIM shows them (RFC 7643, section 4.1). */
export function scimUser(installation: Installation, row: ScimUserRow) {
  const displayName = fullName(row);
  const groups = row.groups.map(({ value, display }) => ({
    value,
    $ref: addressOf(installation, `/Groups/${value}`),
    display,
    type: 'direct',
  }));
  return {
    schemas: [userSchemaId],
    id: row.id,
    ...(row['external-id'] === null ? {} : { externalId: row['external-id'] }),
    userName: row.email,
    name: { formatted: displayName, familyName: row['last-name'], givenName: row['first-name'] },
    displayName,
    ...(row.title === '' ? {} : { title: row.title }),
    active: row.status !== 'Inactive',
    emails: [{ value: row.email, type: 'work', primary: true }],
    ...(groups.length === 0 ? {} : { groups }),
    meta: metaOf(installation, 'User', row),
  };
}

/** A group's row as SCIM shows it. */
export interface ScimGroupRow {
  readonly id: string;
  readonly name: string;
  readonly 'external-id': string | null;
  readonly 'created-on': Date;
  readonly 'updated-on': Date;
  /** Null in a list, where it would require the digest of all members of each group. */
  readonly version: string | null;
}

export interface ScimMember {
  readonly id: string;
  readonly 'first-name': string;
  readonly 'last-name': string;
}

/**
 * A group as SCIM shows it (RFC 7643, section 4.2).
 *
 * @param members null when they are not requested
 */
export function scimGroup(installation: Installation, row: ScimGroupRow, members: readonly ScimMember[] | null) {
  return {
    schemas: [groupSchemaId],
    id: row.id,
    ...(row['external-id'] === null ? {} : { externalId: row['external-id'] }),
    displayName: row.name,
    ...(members === null
      ? {}
      : {
          members: members.map((member) => ({
            value: member.id,
            $ref: addressOf(installation, `/Users/${member.id}`),
            display: fullName(member),
            type: 'User',
          })),
        }),
    meta: metaOf(installation, 'Group', row),
  };
}

function metaOf(installation: Installation, type: 'User' | 'Group', row: ScimUserRow | ScimGroupRow) {
  return {
    resourceType: type,
    created: row['created-on'].toISOString(),
    lastModified: row['updated-on'].toISOString(),
    location: addressOf(installation, `/${type}s/${row.id}`),
    ...(row.version === null ? {} : { version: versionOf(row.version) }),
  };
}

/** A version as an entity tag, which is weak: it identifies the state of the resource, not its bytes. */
export function versionOf(version: string): string {
  return `W/"${version}"`;
}

/** The attributes that a reply contains (RFC 7644, section 3.9). */
export interface Projection {
  /** Whether an attribute, or a part of it, is requested. */
  wants(attribute: string): boolean;
  of(resource: Readonly<Record<string, unknown>>): object;
}

/** The attributes of every reply. */
const always: ReadonlySet<string> = new Set(['id', 'schemas']);
/** Longest list of attributes, in characters. */
const longest = 2_000;

/** @throws {ProblemError} 400 when a request has both attributes and excludedAttributes */
export function projectionOf(query: Readonly<Record<string, unknown>>): Projection {
  const [wanted, unwanted] = [pathsIn(query['attributes']), pathsIn(query['excludedAttributes'])];
  if (wanted && unwanted) {
    throw scimInvalid('invalidValue', 'A request names either attributes or excludedAttributes.');
  }
  const names = (paths: readonly string[], name: string) => paths.includes(name.toLowerCase());
  const below = (paths: readonly string[], name: string) =>
    paths.flatMap((path) => (path.startsWith(`${name.toLowerCase()}.`) ? path.slice(name.length + 1) : []));
  const shows = (name: string): boolean => {
    if (always.has(name)) return true;
    if (wanted) return names(wanted, name) || below(wanted, name).length > 0;
    return !unwanted || !names(unwanted, name);
  };
  const cut = (name: string, value: unknown): unknown => {
    const parts = below(wanted ?? unwanted ?? [], name);
    if (parts.length === 0 || (wanted && names(wanted, name))) return value;
    const keep = (part: string) => parts.includes(part.toLowerCase()) === (wanted !== null);
    return cutParts(value, keep);
  };
  return {
    wants: shows,
    of: (resource) =>
      Object.fromEntries(
        Object.entries(resource)
          .filter(([name]) => shows(name))
          .map(([name, value]) => [name, cut(name, value)]),
      ),
  };
}

function cutParts(value: unknown, keep: (part: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => cutParts(one, keep));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => keep(name)));
}

/** @returns paths in lower case without their schema; null when there are none */
function pathsIn(value: unknown): readonly string[] | null {
  const list = [value ?? ''].flat().join(',');
  if (list.length > longest) throw scimInvalid('tooMany', `A list of attributes has at most ${longest} characters.`);
  if (list.trim() === '') return null;
  const schema = /^urn:ietf:params:scim:schemas:core:2\.0:(user|group):/;
  return list.split(',').map((path) => path.trim().toLowerCase().replace(schema, ''));
}
