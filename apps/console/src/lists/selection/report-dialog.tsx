import type { BulkReport } from '@keyhold/contract';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { formText } from '#i18n/text/every-page.ts';
import { bulkText } from '#i18n/text/general.ts';
import { problemSentence } from '#i18n/text/problems.ts';
import { Modal, useLast } from '#ui/dialog/modal.tsx';
import { ErrorAlert } from '#ui/feedback/error-alert.tsx';
import { useRun } from '#ui/feedback/use-run.ts';
import { type SmallColumn, SmallTable } from '#ui/table/small-table.tsx';

const columns: readonly SmallColumn<BulkReport['failures'][number]>[] = [
  { header: bulkText.which, cell: ({ name }) => name },
  { header: bulkText.why, cell: problemSentence },
];

/** Repeats a bulk change for the records with these ids. */
export type Again = (ids: string[]) => Promise<BulkReport>;

interface Reported {
  report: BulkReport;
  again: Again | undefined;
}

/**
 * The end of a bulk change: `report` calls `onDone`, and opens `dialog` with the records that could not be changed, for
 * which the change can be repeated.
 */
export function useBulkReport(onDone: () => void) {
  const [opened, setOpened] = useState<Reported | null>(null);
  const { busy, error, run } = useRun();
  const show = (report: BulkReport, again: Again | undefined): void =>
    setOpened(report.failures.length > 0 ? { report, again } : null);
  const report = (result: BulkReport, again?: Again): void => {
    onDone();
    show(result, again);
  };
  const close = (): void => setOpened(null);
  const last = useLast(opened);
  const repeat = async (): Promise<void> => {
    if (last?.again) show(await last.again(last.report.failures.map(({ id }) => id)), last.again);
  };
  const dialog = (
    <Modal opened={opened !== null} onClose={close} title={bulkText.reportTitle} size="lg">
      <ErrorAlert error={error} />
      {last && (
        <>
          <Text mb="sm" role="status">
            {bulkText.report({ ...last.report, failed: last.report.failures.length })}
          </Text>
          <SmallTable
            label={bulkText.reportTitle}
            columns={columns}
            rows={last.report.failures}
            rowKey={({ id }) => id}
          />
        </>
      )}
      <Group justify="flex-end" mt="lg" gap="sm">
        {last?.again && (
          <Button aria-busy={busy} onClick={() => void run(repeat)}>
            {bulkText.again({ count: last.report.failures.length })}
          </Button>
        )}
        <Button onClick={close} data-autofocus>
          {formText.close}
        </Button>
      </Group>
    </Modal>
  );
  return { report, dialog };
}
