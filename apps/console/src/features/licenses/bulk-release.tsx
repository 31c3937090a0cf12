import type { BulkReport } from '@keyhold/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { bulkSelection } from '#api/bulk.ts';
import type { AccountScope } from '#api/selected-account.ts';
import { useConfirmation } from '#confirmation/use-confirmation.tsx';
import { bulkText } from '#text/bulk.ts';
import { ReportDialog } from '#ui/dialog/report-dialog.tsx';
import type { ChosenRows } from '#ui/table/chosen-rows.ts';
import { releaseMany } from './licenses.data.ts';

interface BulkReleaseProps {
  scope: AccountScope;
  chosen: () => ChosenRows;
  /** Clears the selection. */
  onDone: () => void;
}

/** The bulk release of licenses: button and dialogs. */
export function useBulkRelease({ scope, chosen, onDone }: BulkReleaseProps) {
  const [report, setReport] = useState<BulkReport | null>(null);
  const { ask, dialog } = useConfirmation();
  const release = (): void => {
    const now = chosen();
    ask({
      words: {
        title: bulkText.releaseTitle({ count: now.count }),
        body: bulkText.releaseBody({ count: now.count }),
        confirm: bulkText.release,
        busy: bulkText.releasing,
        cancel: bulkText.cancel,
      },
      danger: true,
      change: { base: bulkSelection(scope.accountId, now), etag: null, intent: 'release' },
      send: async ({ base }) => {
        const result = await releaseMany(base);
        onDone();
        if (result.failures.length > 0) setReport(result);
      },
    });
  };
  const actions = (
    <Button size="compact-sm" fw={500} onClick={release}>
      {bulkText.releaseChosen}
    </Button>
  );
  const dialogs = (
    <>
      {dialog}
      <ReportDialog report={report} onClose={() => setReport(null)} />
    </>
  );
  return { actions, dialogs };
}
