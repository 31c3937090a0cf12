import { foldName, type ReadRow } from '@keyhold/contract';
import type { Problem } from '../../../problem.ts';
import type { UserRow } from '../../../records/resources.ts';
import type { KnownPeople } from './known-people.ts';

const texts = ['first-name', 'last-name', 'title', 'description'] as const;
const required = { email: 'Invalid email', 'first-name': 'Empty first name', 'last-name': 'Empty last name' } as const;

/** The values of a row without wrong cells; absent ones stay as they are. */
export interface Values {
  readonly email: string;
  readonly 'first-name'?: string;
  readonly 'last-name'?: string;
  readonly title?: string;
  readonly description?: string;
  readonly roles?: readonly string[];
  readonly tags?: readonly string[];
  readonly status?: 'Active' | 'Inactive' | 'Pending';
  /** The ids or rns of products. */
  readonly licenses?: readonly string[];
}

/** What a row says, or everything that is wrong with its cells. */
export type RowReading = { readonly values: Values } | { readonly problems: readonly Problem[] };

/**
 * Reads the cells of a row.
 *
 * @param isNew whether the row creates its user, which needs the names
 */
export function readRow(row: ReadRow, isNew: boolean): RowReading {
  const problems: Problem[] = [];
  const values: Record<string, unknown> = {};
  for (const [path, cell] of Object.entries(row)) {
    if (cell === undefined) continue;
    if ('value' in cell) values[path] = cell.value;
    else problems.push(...cell.problems.map((message): Problem => ({ code: 'invalid', path, message })));
  }
  for (const [path, message] of Object.entries(required)) {
    const isMissing = row[path as keyof typeof required] === undefined;
    if (isMissing && (isNew || path === 'email')) problems.push({ code: 'invalid', path, message });
  }
  return problems.length > 0 ? { problems } : { values: values as unknown as Values };
}

/** The problems of a row whose roles or tags the account does not have. */
export function unknownLabels(values: Values, { roles, tags }: KnownPeople, createTags: boolean): Problem[] {
  const unknown = (kind: 'role' | 'tag', names: readonly string[] = [], known: ReadonlyMap<string, string>) =>
    names
      .filter((name) => !known.has(foldName(name)))
      .map(
        (name): Problem => ({
          code: 'invalid',
          path: `${kind}s`,
          message: `There is no ${kind} '${name}' in this account.`,
        }),
      );
  return [...unknown('role', values.roles, roles), ...(createTags ? [] : unknown('tag', values.tags, tags))];
}

/** The ids of roles or tags to add and to remove, and the names of those to create. */
export interface AssignmentChange {
  readonly add: readonly string[];
  readonly remove: readonly string[];
  readonly create: readonly string[];
}

/** What changes of a user, by field. */
export interface Changes {
  readonly texts: Partial<Record<(typeof texts)[number], string>>;
  readonly roles: AssignmentChange | null;
  readonly tags: AssignmentChange | null;
  readonly status: 'Active' | 'Inactive' | null;
}

/** Compares a row with its user; `null` for one who does not exist yet. */
export function changesOf(user: UserRow | null, values: Values, { roles, tags }: KnownPeople): Changes {
  const changed = texts.filter((name) => values[name] !== undefined && values[name] !== (user?.[name] ?? ''));
  return {
    texts: Object.fromEntries(changed.map((name) => [name, values[name]])),
    roles: assignmentsChanged(values.roles, roles, user?.['role-ids'] ?? []),
    tags: assignmentsChanged(values.tags, tags, user?.['tag-ids'] ?? []),
    status: statusChanged(user?.status ?? 'Pending', values.status),
  };
}

function assignmentsChanged(
  names: readonly string[] | undefined,
  known: ReadonlyMap<string, string>,
  assigned: readonly string[],
): AssignmentChange | null {
  if (names === undefined) return null;
  const folded = new Map(names.map((name) => [foldName(name), name]));
  const wanted = new Set([...folded.keys()].flatMap((name) => known.get(name) ?? []));
  const change = {
    // By id, as every change locks rows of one kind.
    add: [...wanted].filter((id) => !assigned.includes(id)).toSorted(),
    remove: assigned.filter((id) => !wanted.has(id)).toSorted(),
    create: [...folded].filter(([name]) => !known.has(name)).map(([, name]) => name),
  };
  return change.add.length + change.remove.length + change.create.length > 0 ? change : null;
}

function statusChanged(status: UserRow['status'], wanted: Values['status']): Changes['status'] {
  if (wanted === 'Inactive' && status !== 'Inactive') return 'Inactive';
  return wanted === 'Active' && status === 'Inactive' ? 'Active' : null;
}

/** The names of the fields that change. */
export function fieldsOf(changes: Changes, isNew: boolean): string[] {
  return [
    ...(isNew ? ['email'] : []),
    ...texts.filter((name) => changes.texts[name] !== undefined),
    ...(['roles', 'tags', 'status'] as const).filter((name) => changes[name] !== null),
  ];
}
