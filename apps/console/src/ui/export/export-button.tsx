import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { listText } from '#text/lists.ts';
import type { Column } from '#ui/table/column.ts';
import { downloadCsv } from './csv.ts';

interface ExportButtonProps<Row> {
  /** What is listed; the file is called so. */
  label: string;
  columns: readonly Column<Row>[];
  /** Every row of the list as it is searched and sorted, also those of other pages. */
  rows: () => Promise<readonly Row[]>;
  onError: (error: unknown) => void;
}

/** Saves what a list shows as CSV. */
export function ExportButton<Row>({ label, columns, rows, onError }: ExportButtonProps<Row>) {
  const [busy, setBusy] = useState(false);
  const exported = columns.filter(({ text }) => text !== undefined);
  const save = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    onError(null);
    try {
      const texts = (await rows()).map((row) => exported.map(({ text }) => text?.(row) ?? ''));
      const head = exported.map(({ header }) => header);
      downloadCsv(label, head, texts);
    } catch (error) {
      onError(error);
    }
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
