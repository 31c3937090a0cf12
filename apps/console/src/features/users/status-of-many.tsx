import type { BulkReport } from '@keyhold/contract';
import { bulkText } from '#i18n/text/general.ts';
import { bulkSelection } from '#lists/selection/bulk.ts';
import type { ChosenRows } from '#lists/selection/chosen-rows.ts';
import type { Again } from '#lists/selection/report-dialog.tsx';
import { useConfirmation } from '#records/confirmation/use-confirmation.tsx';
import { toastWithUndo } from '#records/deletion/toast-with-undo.tsx';
import type { AccountScope } from '#session/selected-account.ts';
import { toastSuccess } from '#ui/feedback/toast.tsx';
import { setStatusOfMany } from './users.data.ts';

type Status = 'Active' | 'Inactive';
export type Selected = ReturnType<typeof bulkSelection>;

/** A bulk change, repeated for users with some ids. */
export function forIds({ accountId }: AccountScope, send: (selected: Selected) => Promise<BulkReport>): Again {
  return (ids) => send({ 'account-id': accountId, ids });
}

/** Deactivates many users, or activates them, after a question. */
export function useStatusOfMany(scope: AccountScope, report: (result: BulkReport, again: Again) => void) {
  const confirmation = useConfirmation();
  const ask = (rows: ChosenRows, status: Status): void => {
    const ending = status === 'Inactive';
    const selected = bulkSelection(scope.accountId, rows);
    confirmation.ask({
      words: {
        title: (ending ? bulkText.deactivateTitle : bulkText.activateTitle)({ count: rows.count }),
        body: ending ? bulkText.deactivateTakes : bulkText.activateTakes,
        confirm: ending ? bulkText.deactivate : bulkText.activate,
        busy: bulkText.working,
      },
      danger: ending,
      send: async () => {
        const result = await setStatusOfMany({ ...selected, status });
        report(
          result,
          forIds(scope, (failed) => setStatusOfMany({ ...failed, status })),
        );
        reportChange(result, selected, status);
      },
    });
  };
  return { ask, dialog: confirmation.dialog };
}

/**
 * Reports a change of status, which can be undone where it is known whom it changed: all of those who were chosen one by
 * one, but for the failed ones.
 */
function reportChange({ changed, unchanged, failures }: BulkReport, selected: Selected, status: Status): void {
  if (changed === 0) return;
  const message = bulkText.usersUpdated({ count: changed });
  if (!('ids' in selected) || unchanged > 0) {
    toastSuccess(message);
    return;
  }
  const failed = new Set(failures.map(({ id }) => id));
  const ids = selected.ids.filter((id) => !failed.has(id));
  const before = status === 'Active' ? 'Inactive' : 'Active';
  toastWithUndo(message, () => setStatusOfMany({ 'account-id': selected['account-id'], ids, status: before }));
}
