import { type BulkReport, calls } from '@keyhold/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { bulkSelection } from '#api/bulk.ts';
import { client } from '#api/client.ts';
import { refresh } from '#api/query-client.ts';
import type { AccountScope } from '#api/selected-account.ts';
import { bulkText } from '#text/bulk.ts';
import type { ChosenRows } from '#ui/chosen-rows.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { ReportDialog } from '#ui/report-dialog.tsx';
import { toastSuccess } from '#ui/toast.tsx';

interface BulkReleaseProps {
  scope: AccountScope;
  /** Which licenses are chosen at this moment. */
  chosen: () => ChosenRows;
  /** Forgets the choice. */
  onDone: () => void;
}

/** Releases many licenses at once: the button, and the dialogs behind it. */
export function useBulkRelease({ scope, chosen, onDone }: BulkReleaseProps) {
  const [asked, setAsked] = useState<ChosenRows | null>(null);
  const [report, setReport] = useState<BulkReport | null>(null);
  const [count, setCount] = useState(0);

  const ask = (): void => {
    const now = chosen();
    setCount(now.count);
    setAsked(now);
  };
  const release = async (): Promise<void> => {
    if (!asked) return;
    const result = await client.send(calls.releaseLicenses, { body: bulkSelection(scope.accountId, asked) });
    await refresh('license');
    setAsked(null);
    onDone();
    if (result.failures.length > 0) setReport(result);
    else toastSuccess(bulkText.licensesReleased(result.changed));
  };

  const actions = (
    <Button variant="default" size="compact-sm" fw={500} onClick={ask}>
      {bulkText.releaseChosen}
    </Button>
  );
  const dialogs = (
    <>
      <ConfirmDialog
        opened={asked !== null}
        title={bulkText.releaseTitle(count)}
        confirmLabel={bulkText.release}
        busyLabel={bulkText.releasing}
        cancelLabel={bulkText.cancel}
        danger
        onConfirm={release}
        onClose={() => setAsked(null)}
      >
        {bulkText.releaseBody(count)}
      </ConfirmDialog>
      <ReportDialog report={report} onClose={() => setReport(null)} />
    </>
  );
  return { actions, dialogs };
}
