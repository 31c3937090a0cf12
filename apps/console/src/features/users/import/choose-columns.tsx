import { type PeopleColumn, peopleColumns } from '@keyhold/client/sheet/people-columns.ts';
import { Button, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { importText } from '#i18n/text/people.ts';
import { Panel } from '#ui/layout/panel.tsx';
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
  const first = (index: number): string => {
    const cells = rows.map((row) => row.cells[index]?.trim() ?? '').filter((cell) => cell !== '');
    return cells.slice(0, examples).join(' · ');
  };
  return (
    <Panel heading={importText.columnsTitle}>
      <Text c="dimmed" mb="md" maw="72ch">
        {importText.columnsHint}
      </Text>
      <Stack gap="md" maw={560}>
        {heading.map((name, index) => (
          <NativeSelect
            // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have the same heading.
            key={index}
            label={name}
            description={first(index)}
            aria-label={importText.columnOf({ heading: name })}
            data={options}
            value={columns[index] ?? ''}
            onChange={(event) => choose(index, event.currentTarget.value)}
          />
        ))}
      </Stack>
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
