import { nameSchema } from '@keyhold/contract';
import type { Filter } from './scim/filter/parse-filter.ts';
import type { Step } from './scim/patch.ts';
import { externalIdOf, fieldsOf, listOf, read } from './scim/scim-body.ts';
import { scimInvalid } from './scim/scim-problem.ts';
import { requirePlain } from './user-draft.ts';

/** The state of a group that a directory requests. Undefined means unchanged. */
interface WantedGroup {
  readonly name: string | undefined;
  readonly 'external-id': string | null | undefined;
  readonly members: WantedMembers;
}

/** The members of a group that a directory requests. */
export interface WantedMembers {
  /** Whether the current members are removed first. */
  readonly replaced: boolean;
  /** Ids of users, and whether they are to be members. */
  readonly changes: ReadonlyMap<string, boolean>;
  /** Ids of users who are to be replaced: they must be members now. */
  readonly required: ReadonlySet<string>;
}

/** Attributes that are read-only or not stored. */
const passedOver: ReadonlySet<string> = new Set(['id', 'meta', 'schemas']);

/**
 * The state of a group that steps request.
 *
 * @throws {ProblemError} 400
 */
export function groupAfter(steps: readonly Step[]): WantedGroup {
  let name: string | undefined;
  let externalId: string | null | undefined;
  let replaced = false;
  const changes = new Map<string, boolean>();
  const required = new Set<string>();
  for (const step of steps) {
    const { attribute, op, value, named } = step;
    if (attribute === 'members') {
      const change = membersOf(step);
      if (change.all) {
        replaced = true;
        changes.clear();
      }
      for (const id of change.others) {
        if (!replaced && !changes.has(id)) required.add(id);
        else if (!changes.get(id)) throw noMember(id);
        changes.set(id, false);
      }
      for (const id of change.ids) changes.set(id, op !== 'remove');
    } else if (attribute === 'displayname') {
      requirePlain(step);
      if (op === 'remove') throw scimInvalid('mutability', 'A group always has a displayName.');
      name = read(nameSchema, value);
    } else if (attribute === 'externalid') {
      requirePlain(step);
      externalId = op === 'remove' ? null : externalIdOf(value ?? null);
    } else if (named && passedOver.has(attribute)) {
      throw scimInvalid('mutability', `${attribute} is read only.`);
    } else if (!passedOver.has(attribute) && !attribute.startsWith('urn:')) {
      throw scimInvalid(step.keyword, `A group has no attribute ${attribute.slice(0, 100)} that could be changed so.`);
    }
  }
  return { name, 'external-id': externalId, members: { replaced, changes, required } };
}

/** The members of a step: `all` when it removes the current ones first, `others` when it replaces these. */
function membersOf({ op, among, sub, value, keyword }: Step) {
  if (sub !== null && sub !== 'value') throw scimInvalid(keyword, 'Members are changed as a whole.');
  if (among && op !== 'replace') return { all: false, others: [], ids: idsIn(among) };
  const ids = listOf(value).map(idOf);
  if (among) return { all: false, others: idsIn(among), ids };
  // A removal removes the members that it names; without any, it removes all.
  return { all: op === 'replace' || (op === 'remove' && ids.length === 0), others: [], ids };
}

/** The filter matches no member (RFC 7644, section 3.5.2.3). */
export function noMember(id: string) {
  return scimInvalid('noTarget', `${id.slice(0, 100)} is no member of this group.`);
}

function idOf(member: unknown): string {
  const id = typeof member === 'string' ? member : fieldsOf(member, 'A member').get('value');
  if (typeof id !== 'string') throw scimInvalid('invalidValue', 'A member is named by its value, the id of a user.');
  return id.toLowerCase();
}

/** The ids in a filter such as `value eq "…" or value eq "…"`. */
function idsIn(filter: Filter): readonly string[] {
  if (filter.kind === 'or') return filter.parts.flatMap(idsIn);
  if (filter.kind === 'compare' && filter.by === 'eq' && typeof filter.value === 'string') {
    if (filter.path === 'value' || filter.path === 'members.value') return [filter.value.toLowerCase()];
  }
  throw scimInvalid('invalidFilter', 'Members are found by their value only, as in members[value eq "…"].');
}
