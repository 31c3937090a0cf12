import type { BulkReport } from '@keyhold/contract';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { bulkText } from '#text/bulk.ts';
import { formText } from '#text/forms.ts';
import { problemSentence } from '#text/problems.ts';
import { type SmallColumn, SmallTable } from '#ui/table/small-table.tsx';
import { Modal, useLast } from './modal.tsx';

const columns: readonly SmallColumn<BulkReport['failures'][number]>[] = [
  { header: bulkText.which, cell: ({ name }) => name },
  { header: bulkText.why, cell: problemSentence },
];

/** The end of a bulk change: `report` calls `onDone`, and opens `dialog` if some records could not be changed. */
export function useBulkReport(onDone: () => void) {
  const [shown, setShown] = useState<BulkReport | null>(null);
  const report = (result: BulkReport): void => {
    onDone();
    if (result.failures.length > 0) setShown(result);
  };
  return { report, dialog: <ReportDialog report={shown} onClose={() => setShown(null)} /> };
}

/** Lists the records that a bulk change could not change, and why. */
function ReportDialog({ report, onClose }: { report: BulkReport | null; onClose: () => void }) {
  const shown = useLast(report);
  return (
    <Modal opened={report !== null} onClose={onClose} title={bulkText.reportTitle} size="lg">
      {shown && (
        <>
          <Text mb="sm">{bulkText.report({ ...shown, failed: shown.failures.length })}</Text>
          <SmallTable label={bulkText.reportTitle} columns={columns} rows={shown.failures} rowKey={({ id }) => id} />
        </>
      )}
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose} data-autofocus>
          {formText.close}
        </Button>
      </Group>
    </Modal>
  );
}
