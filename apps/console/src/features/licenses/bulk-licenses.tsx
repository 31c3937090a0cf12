import type { BulkReport } from '@keyhold/contract';
import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { usePools } from '#data/pools.ts';
import { bulkText } from '#i18n/text/general.ts';
import { poolsText, termsText } from '#i18n/text/licensing.ts';
import { bulkSelection } from '#lists/selection/bulk.ts';
import type { ChosenRows } from '#lists/selection/chosen-rows.ts';
import { useBulkReport } from '#lists/selection/report-dialog.tsx';
import { useConfirmation } from '#records/confirmation/use-confirmation.tsx';
import type { AccountScope } from '#session/selected-account.ts';
import { usePermission } from '#session/use-permission.ts';
import { useAuthInfo } from '#session/use-session.ts';
import { useFormDialog } from '#ui/dialog/use-form-dialog.tsx';
import { AddonsOfMany } from './addons-of-many.tsx';
import { ConsumersOfMany } from './consumers/consumers-of-many.tsx';
import {
  changeAddonsOfMany,
  changeConsumersOfMany,
  changeStatusOfMany,
  changeTermsOfMany,
  releaseMany,
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
