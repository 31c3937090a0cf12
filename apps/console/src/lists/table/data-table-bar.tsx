import { Button, CloseButton, Group, NativeSelect, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconDownload, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { listText } from '#i18n/text/every-page.ts';
import type { Column } from '#lists/columns/column.ts';
import { downloadCsv } from '#lists/columns/csv.ts';
import type { ListState } from '#lists/engine/list-state.ts';
import type { Selection } from '#lists/selection/selection.ts';
import looks from '#ui/theme/looks.module.css';
import styles from './data-table.module.css';
import type { TypedSearch } from './typed-search.ts';

/** The search of a list, up to 400px wide. Its label names what is searched: `Search users`. */
export function SearchBox({ label, search }: { label: string; search: TypedSearch }) {
  const { typed, type, box, clear, finish } = search;
  return (
    <TextInput
      ref={box}
      type="search"
      w="min(400px, 100%)"
      aria-label={label}
      placeholder={listText.search}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={finish}
      data-autofocus
      leftSection={<IconSearch size={16} aria-hidden="true" />}
      rightSection={typed ? <CloseButton size="sm" aria-label={listText.clearSearch} onClick={clear} /> : undefined}
    />
  );
}

interface SelectionBarProps {
  selection: Selection;
  /** How many rows are chosen. */
  count: number;
  /** How many rows the search finds. */
  matched: number;
  /** Whether only the chosen rows are shown. */
  only: boolean;
  onOnly: (wanted: boolean) => void;
  /** The actions for the chosen rows. */
  children: ReactNode;
}

/** The number of chosen rows, and the actions for them. */
export function SelectionBar({ selection, count, matched, only, onOnly, children }: SelectionBarProps) {
  return (
    <Group gap="4px 8px" mih={36} fz="xs">
      <span className={`${looks.strong} ${looks.numbers}`} role="status">
        {listText.chosen({ count })}
      </span>
      {!selection.everything && (
        <Button variant={only ? 'light' : 'subtle'} size="compact-sm" aria-pressed={only} onClick={() => onOnly(!only)}>
          {listText.onlyChosen}
        </Button>
      )}
      {count < matched && (
        <Button variant="subtle" size="compact-sm" onClick={selection.chooseEverything}>
          {listText.chooseAll({ matched })}
        </Button>
      )}
      {children}
      <CloseButton size="sm" aria-label={listText.clearChoice} onClick={selection.clear} />
    </Group>
  );
}

/** Sorts a list whose rows are cards, which have no head to click. */
export function SortBox<Row>({ columns, state }: { columns: readonly Column<Row>[]; state: ListState }) {
  // In a wide window no list has cards, and the column names are rendered only once.
  const wide = useMediaQuery('(min-width: 1024px)', undefined, { getInitialValueInEffect: false });
  if (wide) return null;
  const orders = columns
    .filter(({ sort }) => sort)
    .flatMap(({ id, header, latestFirst }) => [
      { value: id, label: `${header} ${latestFirst ? '↓' : '↑'}` },
      { value: `-${id}`, label: `${header} ${latestFirst ? '↑' : '↓'}` },
    ]);
  return (
    <NativeSelect
      size="xs"
      className={styles.sort}
      aria-label={listText.sortBy}
      data={orders}
      value={`${state.descending ? '-' : ''}${state.sort}`}
      onChange={(event) => {
        const chosen = event.currentTarget.value;
        state.change({ sort: chosen.replace(/^-/, ''), descending: chosen.startsWith('-') });
      }}
    />
  );
}

interface ExportButtonProps<Row> {
  /** The name of the list, which begins that of the file. */
  name: string;
  columns: readonly Column<Row>[];
  /** Fetches every row of the list as searched and sorted, including those of other pages. */
  rows: () => Promise<readonly Row[]>;
  onError: (error: unknown) => void;
}

/** Saves the list as CSV. */
export function ExportButton<Row>({ name, columns, rows, onError }: ExportButtonProps<Row>) {
  const [busy, setBusy] = useState(false);
  const exported = columns.filter(({ text }) => text !== undefined);
  const head = exported.map(({ header }) => header);
  const textsOf = (row: Row): string[] => exported.map(({ text }) => text?.(row) ?? '');
  const save = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    onError(null);
    await rows()
      .then((all) => downloadCsv(name, head, all.map(textsOf)))
      .catch(onError);
    setBusy(false);
  };
  return (
    <Button
      variant="subtle"
      color="gray"
      size="xs"
      fw={500}
      ms="auto"
      leftSection={<IconDownload size={15} aria-hidden="true" />}
      aria-busy={busy}
      onClick={() => void save()}
    >
      {listText.exportCsv}
    </Button>
  );
}
