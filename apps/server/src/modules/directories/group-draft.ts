import { nameSchema } from '@keyhold/contract';
import type { Filter } from './filter/parse-filter.ts';
import type { Step } from './patch.ts';
import { fieldsOf, listOf } from './scim-body.ts';
import { scimInvalid } from './scim-problem.ts';
import { externalIdOf, read } from './user-draft.ts';

/** What a directory wants of a group. Undefined is what it says nothing of. */
export interface WantedGroup {
  readonly name: string | undefined;
  readonly 'external-id': string | null | undefined;
  readonly members: WantedMembers;
}

/** Who is to belong to a group. */
export interface WantedMembers {
  /** Whether those who belong to it now leave it first. */
  readonly replaced: boolean;
  /** Ids of users, and whether they are to belong to it. */
  readonly changes: ReadonlyMap<string, boolean>;
  /** Ids of those whom others replace: they have to belong to it now. */
  readonly required: ReadonlySet<string>;
}

/** Attributes that are shown, or not kept. */
const passedOver: ReadonlySet<string> = new Set(['id', 'meta', 'schemas']);

/**
 * The group that steps make.
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
      if (op === 'remove') throw scimInvalid('mutability', 'A group always has a displayName.');
      name = read(nameSchema, value);
    } else if (attribute === 'externalid') {
      externalId = op === 'remove' ? null : externalIdOf(value ?? null);
    } else if (named && passedOver.has(attribute)) {
      throw scimInvalid('mutability', `${attribute} is read only.`);
    } else if (!passedOver.has(attribute) && !attribute.startsWith('urn:')) {
      throw scimInvalid('invalidPath', `A group has no attribute ${attribute.slice(0, 100)} that could be changed so.`);
    }
  }
  return { name, 'external-id': externalId, members: { replaced, changes, required } };
}

/** The members that a step is about; `all` where it begins with nobody, `others` those whom they replace. */
function membersOf({ op, among, sub, value }: Step) {
  if (sub !== null && sub !== 'value') throw scimInvalid('invalidPath', 'Members are changed as a whole.');
  if (among && op !== 'replace') return { all: false, others: [], ids: idsIn(among) };
  const ids = listOf(value).map(idOf);
  if (among) return { all: false, others: idsIn(among), ids };
  // A removal names those who leave; one that names nobody is about all.
  return { all: op === 'replace' || (op === 'remove' && ids.length === 0), others: [], ids };
}

/** A filter that finds nobody (RFC 7644, section 3.5.2.3). */
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
