/** The expected tags and users of one writer: the acknowledged writes, and nothing else. */
export interface State {
  /** Descriptions by name. */
  readonly tags: ReadonlyMap<string, string>;
  readonly users: ReadonlyMap<string, UserState>;
}

/** A user, identified by the e-mail. */
interface UserState {
  readonly title: string;
  /** Names of tags. */
  readonly tags: readonly string[];
}

export const nothing: State = { tags: new Map(), users: new Map() };

/** Returns a line for each tag and user that differs from the expected state. */
export function differences(expected: State, actual: State): string[] {
  const [one, other] = [linesOf(expected), linesOf(actual)];
  const keys = new Set([...one.keys(), ...other.keys()]);
  return [...keys]
    .filter((key) => one.get(key) !== other.get(key))
    .map((key) => `${key}: expected ${one.get(key) ?? 'nothing'}, found ${other.get(key) ?? 'nothing'}`);
}

function linesOf(state: State): Map<string, string> {
  return new Map([
    ...[...state.tags].map(([name, description]) => [`tag ${name}`, `"${description}"`] as const),
    ...[...state.users].map(
      ([email, { title, tags }]) =>
        [`user ${email}`, `"${title}" with ${tags.toSorted().join(', ') || 'no tags'}`] as const,
    ),
  ]);
}

/** A copy of a map with an entry set, or removed if the value is undefined. */
export function withEntry<Value>(
  map: ReadonlyMap<string, Value>,
  key: string,
  value: Value | undefined,
): ReadonlyMap<string, Value> {
  const copy = new Map(map);
  if (value === undefined) copy.delete(key);
  else copy.set(key, value);
  return copy;
}

/** Returns a state's users with a tag renamed, or removed if the new name is undefined. */
export function withTagReplaced(state: State, name: string, replacement: string | undefined): State['users'] {
  const replace = (tag: string) => (tag === name ? (replacement ?? []) : tag);
  return new Map([...state.users].map(([email, user]) => [email, { ...user, tags: user.tags.flatMap(replace) }]));
}
