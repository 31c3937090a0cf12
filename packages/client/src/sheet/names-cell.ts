/**
 * The names in a cell: separated by semicolons or line breaks; a name that holds one stands in quotation marks.
 *
 * @example
 * namesIn('Press; "a;b"') // ['Press', 'a;b']
 */
export function namesIn(cell: string): string[] {
  const names = cell.match(/\s*"(?:[^"]|"")*"\s*(?=[;\r\n]|$)|[^;\r\n]+/g) ?? [];
  return names.map((name) => unquoted(name.trim())).filter((name) => name !== '');
}

function unquoted(name: string): string {
  return /^"(?:[^"]|"")*"$/.test(name) && name.length > 1 ? name.slice(1, -1).replaceAll('""', '"') : name;
}

/**
 * The cell of some names, which {@link namesIn} reads back.
 *
 * @example
 * cellOfNames(['Press', 'a;b']) // 'Press; "a;b"'
 */
export function cellOfNames(names: readonly string[]): string {
  return names.map((name) => (/[;\r\n]|^"/.test(name) ? `"${name.replaceAll('"', '""')}"` : name)).join('; ');
}
