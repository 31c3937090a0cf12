import type { BulkReport } from '@keyhold/contract';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { bulkSelection } from '#api/bulk.ts';
import type { AccountScope } from '#api/selected-account.ts';
import { useConfirmation } from '#confirmation/use-confirmation.tsx';
import { bulkText } from '#text/bulk.ts';
import { ReportDialog } from '#ui/dialog/report-dialog.tsx';
import type { ChosenRows } from '#ui/table/chosen-rows.ts';
import looks from '#ui/theme/looks.module.css';
import { BulkMembership } from './bulk-membership.tsx';
import { deleteMany } from './users.data.ts';

interface BulkUsersProps {
  scope: AccountScope;
  /** Whether the account uses tags. */
  shared: boolean;
  chosen: () => ChosenRows;
  /** Clears the selection. */
  onDone: () => void;
}

/** The bulk actions of users: buttons and dialogs. */
export function useBulkUsers({ scope, shared, chosen, onDone }: BulkUsersProps) {
  const [what, setWhat] = useState<'tags' | 'roles' | null>(null);
  const [asked, setAsked] = useState<ChosenRows>({ keys: [], count: 0 });
  const [report, setReport] = useState<BulkReport | null>(null);
  const confirmation = useConfirmation();

  const change = (kind: 'tags' | 'roles'): void => {
    setAsked(chosen());
    setWhat(kind);
  };
  const done = (result: BulkReport): void => {
    setWhat(null);
    onDone();
    if (result.failures.length > 0) setReport(result);
  };
  const remove = (): void => {
    const now = chosen();
    confirmation.ask({
      words: {
        title: bulkText.deleteTitle({ count: now.count }),
        body: <BulkDeletionBody count={now.count} />,
        confirm: bulkText.deleteTitle({ count: now.count }),
        busy: bulkText.applying,
        cancel: bulkText.keep,
      },
      danger: true,
      change: { base: bulkSelection(scope.accountId, now), etag: null, intent: 'delete' },
      send: async ({ base }) => done(await deleteMany(base)),
    });
  };
  const actions = (
    <>
      {shared && (
        <Button size="compact-sm" fw={500} onClick={() => change('tags')}>
          {bulkText.changeTags}
        </Button>
      )}
      <Button size="compact-sm" fw={500} onClick={() => change('roles')}>
        {bulkText.changeRoles}
      </Button>
      <Button size="compact-sm" fw={500} onClick={remove}>
        {bulkText.deleteChosen}
      </Button>
    </>
  );
  const dialogs = (
    <>
      <BulkMembership
        what={what}
        count={asked.count}
        selection={bulkSelection(scope.accountId, asked)}
        scope={scope}
        onDone={done}
        onClose={() => setWhat(null)}
      />
      {confirmation.dialog}
      <ReportDialog report={report} onClose={() => setReport(null)} />
    </>
  );
  return { actions, dialogs };
}

function BulkDeletionBody({ count }: { count: number }) {
  return (
    <>
      <Text mb={8}>{bulkText.deleteBody({ count })}</Text>
      <p className={looks.muted}>{bulkText.deleteTakes}</p>
    </>
  );
}
