/** Resources by rn, as a reply's `resources`. */
export function byRn<Item extends { readonly rn: string }>(items: readonly Item[]): Record<string, Item> {
  return Object.fromEntries(items.map((item) => [item.rn, item]));
}
