import { type PeopleColumn, peopleColumns } from '@keyhold/client/sheet/people-columns.ts';
import { Button, NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { importText } from '#i18n/text/people.ts';
import { Panel } from '#ui/layout/panel.tsx';
import { type SmallColumn, SmallTable } from '#ui/table/small-table.tsx';
import looks from '#ui/theme/looks.module.css';
import type { ImportState, ImportWork } from './import-work.ts';
import { columnName } from './problem-words.ts';

const options = [
  { value: '', label: importText.leftOut },
  ...peopleColumns.map((column) => ({ value: column, label: columnName(column) })),
];

/** How many cells of a column are shown. */
const examples = 3;

/** What each column of the file holds, chosen by hand. */
export function ChooseColumns({ work, state }: { work: ImportWork; state: ImportState }) {
  const { heading, rows } = state;
  const [columns, setColumns] = useState(state.columns);
  const [problem, setProblem] = useState<string | null>(null);
  const choose = (index: number, value: string): void => {
    const column = peopleColumns.find((each) => each === value);
    setColumns(columns.map((each, at) => (at === index ? column : each)));
    setProblem(null);
  };
  const goOn = (): void => {
    const wrong = problemOf(columns);
    setProblem(wrong);
    if (wrong === null) work.chooseColumns(columns);
  };
  const shown: readonly SmallColumn<number>[] = [
    { header: importText.heading, cell: (index) => <span className={looks.strong}>{heading[index]}</span> },
    {
      header: importText.firstCells,
      cell: (index) => {
        const cells = rows.map((row) => row.cells[index]?.trim() ?? '').filter((cell) => cell !== '');
        return <span className={looks.muted}>{cells.slice(0, examples).join(' · ')}</span>;
      },
    },
    {
      header: importText.holds,
      cell: (index) => (
        <NativeSelect
          size="xs"
          aria-label={importText.columnOf({ heading: heading[index] ?? '' })}
          data={options}
          value={columns[index] ?? ''}
          onChange={(event) => choose(index, event.currentTarget.value)}
        />
      ),
    },
  ];
  return (
    <Panel heading={importText.columnsTitle}>
      <Text c="dimmed" mb="md" maw="72ch">
        {importText.columnsHint}
      </Text>
      <SmallTable
        label={importText.columnsTitle}
        columns={shown}
        rows={heading.map((_, index) => index)}
        rowKey={String}
      />
      {problem !== null && (
        <Text c="var(--mantine-color-error)" role="alert" mt="sm">
          {problem}
        </Text>
      )}
      <Button variant="filled" mt="lg" onClick={goOn}>
        {importText.goOnColumns}
      </Button>
    </Panel>
  );
}

function problemOf(columns: readonly (PeopleColumn | undefined)[]): string | null {
  if (!columns.includes('email')) return importText.emailNeeded;
  const chosen = columns.filter((column) => column !== undefined);
  return new Set(chosen).size < chosen.length ? importText.twice : null;
}
