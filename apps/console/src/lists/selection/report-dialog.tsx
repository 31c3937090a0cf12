import type { BulkReport } from '@keyhold/contract';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { formText } from '#i18n/text/every-page.ts';
import { bulkText } from '#i18n/text/general.ts';
import { problemSentence } from '#i18n/text/problems.ts';
import { Modal, useLast } from '#ui/dialog/modal.tsx';
import { type SmallColumn, SmallTable } from '#ui/table/small-table.tsx';

const columns: readonly SmallColumn<BulkReport['failures'][number]>[] = [
  { header: bulkText.which, cell: ({ name }) => name },
  { header: bulkText.why, cell: problemSentence },
];

/** The end of a bulk change: `report` calls `onDone`, and opens `dialog` with the records that could not be changed. */
export function useBulkReport(onDone: () => void) {
  const [opened, setOpened] = useState<BulkReport | null>(null);
  const report = (result: BulkReport): void => {
    onDone();
    if (result.failures.length > 0) setOpened(result);
  };
  const close = (): void => setOpened(null);
  const last = useLast(opened);
  const dialog = (
    <Modal opened={opened !== null} onClose={close} title={bulkText.reportTitle} size="lg">
      {last && (
        <>
          <Text mb="sm">{bulkText.report({ ...last, failed: last.failures.length })}</Text>
          <SmallTable label={bulkText.reportTitle} columns={columns} rows={last.failures} rowKey={({ id }) => id} />
        </>
      )}
      <Group justify="flex-end" mt="lg">
        <Button onClick={close} data-autofocus>
          {formText.close}
        </Button>
      </Group>
    </Modal>
  );
  return { report, dialog };
}
