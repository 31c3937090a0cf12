/** Resources by rn, for the `resources` of a reply. */
export function byRn<Item extends { readonly rn: string }>(items: readonly Item[]): Record<string, Item> {
  return Object.fromEntries(items.map((item) => [item.rn, item]));
}
