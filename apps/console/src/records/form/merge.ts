/**
 * Three-way merge, field by field: a field that only one side changed gets that side's value. Lists are sets and keep
 * the additions and removals of both. Fields that both changed to different values are conflicts and keep my value.
 * Values that are meaningful only together are one field.
 *
 * @param base the common ancestor
 */
export function mergeThree<Values extends object>(base: Values, mine: Values, theirs: Values) {
  const values = { ...mine };
  const conflicts: (keyof Values)[] = [];
  for (const field of Object.keys(base) as (keyof Values)[]) {
    const [began, my, their] = [base[field], mine[field], theirs[field]];
    if (same(my, their) || same(began, their)) continue;
    if (same(began, my)) values[field] = their;
    else if (Array.isArray(began) && Array.isArray(my) && Array.isArray(their)) {
      values[field] = mergeSets(began, my, their) as Values[keyof Values];
    } else conflicts.push(field);
  }
  return { values, conflicts };
}

/** Three-way merge of sets: applies my additions and removals to theirs. */
export function mergeSets<Item>(base: readonly Item[], mine: readonly Item[], theirs: readonly Item[]): Item[] {
  const { added, removed } = difference(base, mine);
  return [...theirs.filter((item) => !removed.includes(item)), ...added.filter((item) => !theirs.includes(item))];
}

/** The items to add and to remove to turn one set into the other. */
export function difference<Item>(from: readonly Item[], to: readonly Item[]): { added: Item[]; removed: Item[] } {
  return {
    added: to.filter((item) => !from.includes(item)),
    removed: from.filter((item) => !to.includes(item)),
  };
}

/** Whether two values of a field are equal; lists are compared as sets. */
export function same(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return JSON.stringify(one) === JSON.stringify(other);
  const { added, removed } = difference(one, other);
  return added.length + removed.length === 0;
}
