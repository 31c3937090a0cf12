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
import { BulkMembership } from './bulk-membership.tsx';

interface BulkUsersProps {
  scope: AccountScope;
  /** Whether the account uses tags. */
  shared: boolean;
  /** Which users are chosen at this moment. */
  chosen: () => ChosenRows;
  /** Forgets the choice. */
  onDone: () => void;
}

type Question = { ask: 'tags' | 'roles' | 'delete'; chosen: ChosenRows };

/** What can be done with many users at once: the buttons, and the dialogs behind them. */
export function useBulkUsers({ scope, shared, chosen, onDone }: BulkUsersProps) {
  const [question, setQuestion] = useState<Question | null>(null);
  const [report, setReport] = useState<BulkReport | null>(null);
  const [count, setCount] = useState(0);

  const ask = (what: Question['ask']): void => {
    const now = chosen();
    setCount(now.count);
    setQuestion({ ask: what, chosen: now });
  };
  const selection = () => bulkSelection(scope.accountId, question?.chosen ?? { keys: [], count: 0 });
  const done = async (result: BulkReport, message: (changed: number) => string): Promise<void> => {
    await refresh('user');
    setQuestion(null);
    onDone();
    if (result.failures.length > 0) setReport(result);
    else toastSuccess(message(result.changed));
  };
  const remove = async (): Promise<void> =>
    done(await client.send(calls.deleteUsers, { body: selection() }), bulkText.usersDeleted);

  const actions = (
    <>
      {shared && (
        <Button variant="default" size="compact-sm" fw={500} onClick={() => ask('tags')}>
          {bulkText.changeTags}
        </Button>
      )}
      <Button variant="default" size="compact-sm" fw={500} onClick={() => ask('roles')}>
        {bulkText.changeRoles}
      </Button>
      <Button variant="default" size="compact-sm" fw={500} onClick={() => ask('delete')}>
        {bulkText.deleteChosen}
      </Button>
    </>
  );
  const dialogs = (
    <>
      <BulkMembership
        what={question && question.ask !== 'delete' ? question.ask : null}
        count={count}
        selection={selection}
        scope={scope}
        onDone={(result) => done(result, bulkText.usersUpdated)}
        onClose={() => setQuestion(null)}
      />
      <ConfirmDialog
        opened={question?.ask === 'delete'}
        title={bulkText.deleteTitle(count)}
        confirmLabel={bulkText.deleteTitle(count)}
        busyLabel={bulkText.applying}
        cancelLabel={bulkText.keep}
        danger
        onConfirm={remove}
        onClose={() => setQuestion(null)}
      >
        <p style={{ margin: '0 0 8px' }}>{bulkText.deleteBody(count)}</p>
        <p style={{ margin: 0 }} className="kh-muted">
          {bulkText.deleteTakes}
        </p>
      </ConfirmDialog>
      <ReportDialog report={report} onClose={() => setReport(null)} />
    </>
  );
  return { actions, dialogs };
}
