import { type PeopleColumn, peopleColumns } from '@keyhold/client/sheet/people-columns.ts';
import { Stack, TextInput } from '@mantine/core';
import { formatList } from '#i18n/locale/formats.ts';
import { listText } from '#i18n/text/every-page.ts';
import { importText } from '#i18n/text/people.ts';
import type { Column } from '#lists/columns/column.ts';
import { fittingBadges, textColumn } from '#lists/columns/columns.tsx';
import { useLocalListState } from '#lists/engine/list-state.ts';
import { DataTable } from '#lists/table/data-table.tsx';
import { Badge, type Tone } from '#ui/feedback/status-badge.tsx';
import looks from '#ui/theme/looks.module.css';
import { type Columns, cellOf, type Result, type SheetRow } from './import-rows.ts';
import type { ImportWork } from './import-work.ts';
import { columnName, problemWords } from './problem-words.ts';
import { changesOf, outcomeWord, problemsOf } from './report.ts';

/** A row of the file, and its place among all of them. */
interface Shown extends SheetRow {
  readonly index: number;
}

/** Problems come first, and what needs no look last. */
const order: readonly Result['outcome'][] = ['refuse', 'create', 'update', 'unchanged'];
const tones: Readonly<Record<Result['outcome'], Tone>> = {
  refuse: 'red',
  create: 'green',
  update: 'blue',
  unchanged: 'gray',
};

function orderOf({ result, line }: Shown): number {
  return (result ? order.indexOf(result.outcome) : order.length) * 1e7 + line;
}

interface ImportRowsProps {
  work: ImportWork;
  rows: readonly SheetRow[];
  columns: Columns;
  /** Whether wrong cells can be mended now. */
  mendable: boolean;
}

/** The rows of the file: what will happen or happened to each, problems first and mendable where they stand. */
export function ImportRows({ work, rows, columns, mendable }: ImportRowsProps) {
  const list = useLocalListState('outcome');
  const name = (row: Shown): string =>
    `${cellOf(row, columns, 'first-name')} ${cellOf(row, columns, 'last-name')}`.trim();
  const shown: Column<Shown>[] = [
    textColumn('line', importText.line, ({ line }) => String(line), {
      width: '76px',
      look: 'numbers',
      sort: ({ line }) => line,
    }),
    textColumn('outcome', importText.outcome, outcomeWord, {
      width: fittingBadges(Object.values(importText.outcomes)),
      sort: orderOf,
      cell: (row) => <Badge tone={row.result ? tones[row.result.outcome] : 'gray'}>{outcomeWord(row)}</Badge>,
    }),
    textColumn('email', columnName('email'), (row) => cellOf(row, columns, 'email'), { width: 1.6 }),
    textColumn('name', listText.name, name, { width: 1.2 }),
    {
      id: 'details',
      header: importText.details,
      width: 2,
      cell: (row) => <Details row={row} columns={columns} work={work} mendable={mendable} />,
    },
  ];
  return (
    <DataTable
      label="people"
      columns={shown}
      rows={rows.map((row, index): Shown => ({ ...row, index }))}
      state={list}
      error={null}
      onRetry={() => undefined}
      rowKey={({ line }) => String(line)}
      texts={(row) => [cellOf(row, columns, 'email'), name(row), outcomeWord(row), problemsOf(row)]}
      exportable={false}
      empty={{ title: importText.none }}
    />
  );
}

interface DetailsProps extends Omit<ImportRowsProps, 'rows'> {
  row: Shown;
}

/** What changes of a row, or its problems with the cells that cause them. */
function Details({ row, columns, work, mendable }: DetailsProps) {
  const problems = row.result?.problems ?? [];
  if (problems.length === 0) return <span className={looks.muted}>{formatList(changesOf(row))}</span>;
  const wrong = peopleColumns.filter((column) => problems.some(({ path }) => path === column));
  const others = problems.filter(({ path }) => !wrong.some((column) => column === path));
  return (
    <Stack gap={8} py={6}>
      {others.map((problem) => (
        <span key={problem.code} className={looks.past}>
          {problemWords(problem)}
        </span>
      ))}
      {wrong.map((column) => (
        <Mend
          key={column}
          row={row}
          column={column}
          text={cellOf(row, columns, column)}
          work={work}
          mendable={mendable}
        >
          {problems.filter(({ path }) => path === column).map(problemWords)}
        </Mend>
      ))}
    </Stack>
  );
}

interface MendProps extends Pick<DetailsProps, 'row' | 'work' | 'mendable'> {
  column: PeopleColumn;
  text: string;
  children: readonly string[];
}

/** A wrong cell, which is checked again when it is left or Enter is pressed. */
function Mend({ row, column, text, work, mendable, children }: MendProps) {
  const save = (typed: string): void => {
    if (typed !== text) work.mend(row.index, column, typed);
  };
  return (
    <TextInput
      size="xs"
      label={columnName(column)}
      aria-label={importText.mend({ field: columnName(column), line: row.line })}
      defaultValue={text}
      readOnly={!mendable}
      errorProps={{ fz: 'xs' }}
      error={children.join(' ')}
      onBlur={(event) => save(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') save(event.currentTarget.value);
      }}
    />
  );
}
