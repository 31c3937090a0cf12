/**
 * Three-way merge, field by field: a field that one of the two left alone gets the other's value; of lists, which are
 * sets here, both additions and both removals survive. Conflicts are fields that both changed to different values: there
 * mine stand.
 *
 * @param base what both began with
 * @param units fields that mean something only together: where both changed a unit, its fields are in conflict
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

/** Three-way merge of sets: what I added and removed, done to theirs. */
export function mergeSets<Item>(base: readonly Item[], mine: readonly Item[], theirs: readonly Item[]): Item[] {
  const { added, removed } = difference(base, mine);
  return [...theirs.filter((item) => !removed.includes(item)), ...added.filter((item) => !theirs.includes(item))];
}

/** What has to be added and removed to get from one set to the other. */
export function difference<Item>(from: readonly Item[], to: readonly Item[]): { added: Item[]; removed: Item[] } {
  return {
    added: to.filter((item) => !from.includes(item)),
    removed: from.filter((item) => !to.includes(item)),
  };
}

/** Whether two values of a field are the same; lists are sets. */
export function same(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return JSON.stringify(one) === JSON.stringify(other);
  const { added, removed } = difference(one, other);
  return added.length + removed.length === 0;
}
