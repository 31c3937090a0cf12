import type { BulkReport } from '@keyhold/contract';
import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { usePools } from '#data/pools.ts';
import { bulkText } from '#i18n/text/general.ts';
import { poolsText, termsText, voidText } from '#i18n/text/licensing.ts';
import { bulkSelection } from '#lists/selection/bulk.ts';
import type { ChosenRows } from '#lists/selection/chosen-rows.ts';
import { useBulkReport } from '#lists/selection/report-dialog.tsx';
import { useConfirmation } from '#records/confirmation/use-confirmation.tsx';
import { toastWithUndo } from '#records/deletion/toast-with-undo.tsx';
import type { AccountScope } from '#session/selected-account.ts';
import { usePermission } from '#session/use-permission.ts';
import { useAuthInfo } from '#session/use-session.ts';
import { useFormDialog } from '#ui/dialog/use-form-dialog.tsx';
import { toastSuccess } from '#ui/feedback/toast.tsx';
import { AddonsOfMany } from './addons-of-many.tsx';
import { ConsumersOfMany } from './consumers/consumers-of-many.tsx';
import {
  changeAddonsOfMany,
  changeConsumersOfMany,
  changeStatusOfMany,
  changeTermsOfMany,
  releaseMany,
  restoreMany,
  voidMany,
} from './licenses.data.ts';
import { PoolOfMany } from './pool-of-many.tsx';
import { TermsOfMany } from './terms/terms-of-many.tsx';

type Selection = ReturnType<typeof bulkSelection>;

/** The bulk actions of licenses: buttons and dialogs. `onDone` clears the selection. */
export function useBulkLicenses(scope: AccountScope, onDone: () => void) {
  const { rootAdmin, sysAdmin } = useAuthInfo();
  const staff = rootAdmin || sysAdmin;
  const { report, dialog: reportDialog } = useBulkReport(onDone);
  const confirmation = useConfirmation();
  const pools = usePools(scope);
  const mayPool = usePermission('license:UpdatePool');
  const mayVoid = usePermission('license:VoidLicense');
  const { accountId } = scope;

  /** Makes a change of the chosen licenses, which can be repeated for those that failed. */
  const change = async (chosen: ChosenRows, send: (selection: Selection) => Promise<BulkReport>): Promise<void> =>
    report(await send(bulkSelection(accountId, chosen)), (ids) => send({ 'account-id': accountId, ids }));

  const consumers = useFormDialog(
    ({ count }: ChosenRows) => bulkText.consumersTitle({ count }),
    (chosen) => (
      <ConsumersOfMany
        scope={scope}
        count={chosen.count}
        apply={(consumers) => change(chosen, (selection) => changeConsumersOfMany({ ...selection, consumers }))}
      />
    ),
  );
  const terms = useFormDialog(
    ({ count }: ChosenRows) => termsText.manyTitle({ count }),
    (chosen) => (
      <TermsOfMany
        count={chosen.count}
        apply={(terms) => change(chosen, (selection) => changeTermsOfMany({ ...selection, ...terms }))}
      />
    ),
  );
  const addons = useFormDialog(
    ({ count }: ChosenRows) => bulkText.addons.title({ count }),
    (chosen) => (
      <AddonsOfMany
        apply={(addons) => change(chosen, (selection) => changeAddonsOfMany({ ...selection, ...addons }))}
      />
    ),
  );
  const intoPool = useFormDialog(
    ({ count }: ChosenRows) => poolsText.addChosenTitle({ count }),
    (chosen) => <PoolOfMany scope={scope} chosen={chosen} pools={pools} onDone={onDone} />,
  );
  const release = (chosen: ChosenRows): void =>
    confirmation.ask({
      words: {
        title: bulkText.releaseTitle({ count: chosen.count }),
        body: bulkText.releaseBody({ count: chosen.count }),
        confirm: bulkText.release,
        busy: bulkText.releasing,
      },
      danger: true,
      send: () => change(chosen, releaseMany),
    });
  const setStatus = (chosen: ChosenRows, status: 'Active' | 'Suspended'): void => {
    const words = status === 'Suspended' ? termsText.suspendMany : termsText.resumeMany;
    confirmation.ask({
      words: {
        title: words.title({ count: chosen.count }),
        body: words.body({ count: chosen.count }),
        confirm: words.confirm,
        busy: bulkText.applying,
      },
      danger: status === 'Suspended',
      send: () => change(chosen, (selection) => changeStatusOfMany({ ...selection, status })),
    });
  };

  const voidChosen = (chosen: ChosenRows): void =>
    confirmation.ask({
      words: {
        title: voidText.many.title({ count: chosen.count }),
        body: voidText.many.body({ count: chosen.count }),
        confirm: voidText.many.confirm,
        busy: voidText.busy,
      },
      danger: true,
      send: () =>
        change(chosen, async (selection) => {
          const result = await voidMany(selection);
          reportVoided(result, selection, report);
          return result;
        }),
    });

  const actions = (chosen: ChosenRows) => (
    <>
      <Button size="compact-sm" fw={500} onClick={() => release(chosen)}>
        {bulkText.releaseChosen}
      </Button>
      <Button size="compact-sm" fw={500} onClick={() => consumers.open(chosen)}>
        {bulkText.changeConsumers}
      </Button>
      {mayPool && pools && pools.length > 0 && (
        <Button size="compact-sm" fw={500} onClick={() => intoPool.open(chosen)}>
          {poolsText.addChosen}
        </Button>
      )}
      {staff && (
        <>
          <Button size="compact-sm" fw={500} onClick={() => terms.open(chosen)}>
            {termsText.change}
          </Button>
          <Menu position="bottom-end">
            <Menu.Target>
              <Button size="compact-sm" fw={500} rightSection={<IconChevronDown size={14} aria-hidden="true" />}>
                {bulkText.more}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => setStatus(chosen, 'Suspended')}>{termsText.suspend.confirm}</Menu.Item>
              <Menu.Item onClick={() => setStatus(chosen, 'Active')}>{termsText.resume.confirm}</Menu.Item>
              <Menu.Item onClick={() => addons.open(chosen)}>{bulkText.changeAddons}</Menu.Item>
              {mayVoid && <Menu.Item onClick={() => voidChosen(chosen)}>{voidText.many.confirm}</Menu.Item>}
            </Menu.Dropdown>
          </Menu>
        </>
      )}
    </>
  );
  const dialogs = (
    <>
      {consumers.dialog}
      {terms.dialog}
      {addons.dialog}
      {intoPool.dialog}
      {confirmation.dialog}
      {reportDialog}
    </>
  );
  return { actions, dialogs };
}

/** Reports voided licenses, which can be undone at once where they were chosen one by one. */
function reportVoided(
  { changed, failures }: BulkReport,
  selection: Selection,
  report: (restored: BulkReport) => void,
): void {
  if (changed === 0) return;
  const message = voidText.voidedMany({ count: changed });
  if (!('ids' in selection)) {
    toastSuccess(message);
    return;
  }
  const failed = new Set(failures.map(({ id }) => id));
  const ids = selection.ids.filter((id) => !failed.has(id));
  toastWithUndo(message, async () => report(await restoreMany({ 'account-id': selection['account-id'], ids })));
}
