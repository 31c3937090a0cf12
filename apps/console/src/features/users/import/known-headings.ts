import { columnNamed, type PeopleColumn, peopleColumns } from '@keyhold/client/sheet/people-columns.ts';
import { foldName } from '@keyhold/contract';
import { deviceStorage } from '#ui/browser-storage.ts';
import type { Columns } from './import-rows.ts';

/** Storage entry of the columns that were chosen by hand, by heading; '' for one that is left out. */
const entry = 'importColumns';
/** The number of stored headings. */
const most = 200;

function remembered(): Readonly<Record<string, string>> {
  try {
    const read: unknown = JSON.parse(deviceStorage.getItem(entry) ?? '{}');
    return typeof read === 'object' && read !== null ? (read as Record<string, string>) : {};
  } catch {
    return {};
  }
}

/** The columns that headings name, as they were chosen before, or else by themselves; each once. */
export function columnsOf(heading: readonly string[]): Columns {
  const chosen = remembered();
  const taken = new Set<PeopleColumn>();
  return heading.map((cell) => {
    const name = chosen[foldName(cell)];
    const column = name === undefined ? columnNamed(cell) : peopleColumns.find((each) => each === name);
    if (column === undefined || taken.has(column)) return undefined;
    taken.add(column);
    return column;
  });
}

/** Remembers columns that differ from those that their headings name. */
export function rememberColumns(heading: readonly string[], columns: Columns): void {
  const chosen = new Map(Object.entries(remembered()));
  for (const [index, cell] of heading.entries()) {
    const name = foldName(cell);
    if (name === '') continue;
    chosen.delete(name);
    if (columns[index] !== columnNamed(cell)) chosen.set(name, columns[index] ?? '');
  }
  deviceStorage.setItem(entry, JSON.stringify(Object.fromEntries([...chosen].slice(-most))));
}
