/**
 * Three-way merge, field by field: a field that only one side changed gets that side's value. Lists are sets and keep
 * the additions and removals of both. Fields that both changed to different values are conflicts and keep my value.
 *
 * @param base the common ancestor
 * @param units fields that are meaningful only together: if both changed a unit, its fields are in conflict
 */
export function mergeThree<Values extends object>(
  base: Values,
  mine: Values,
  theirs: Values,
  units: readonly (readonly (keyof Values)[])[] = [],
) {
  const values = { ...mine };
  const conflicts: (keyof Values)[] = [];
  const fields = Object.keys(base) as (keyof Values)[];
  const alone = fields.filter((field) => !units.some((unit) => unit.includes(field)));
  for (const unit of [...units, ...alone.map((field) => [field])]) {
    const changed = (by: Values): boolean => unit.some((field) => !same(base[field], by[field]));
    const differ = unit.filter((field) => !same(mine[field], theirs[field]));
    if (differ.length === 0 || !changed(theirs)) continue;
    for (const field of changed(mine) ? differ : unit) {
      const [began, my, their] = [base[field], mine[field], theirs[field]];
      if (!changed(mine)) values[field] = their;
      else if (Array.isArray(began) && Array.isArray(my) && Array.isArray(their)) {
        values[field] = mergeSets(began, my, their) as Values[keyof Values];
      } else conflicts.push(field);
    }
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
