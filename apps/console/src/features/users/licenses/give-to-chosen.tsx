import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { givingText } from '#i18n/text/licensing.ts';
import type { ChosenRows } from '#lists/selection/chosen-rows.ts';
import { useBulkReport } from '#lists/selection/report-dialog.tsx';
import type { AccountScope } from '#session/selected-account.ts';
import { usePermission } from '#session/use-permission.ts';
import { useFormDialog } from '#ui/dialog/use-form-dialog.tsx';
import { NotLoaded } from '#ui/loading/not-loaded.tsx';
import { GiveLicense } from './give-license.tsx';
import { chosenUsersQuery } from './giving.data.ts';

/** The bulk action that gives the chosen users a license each: button and dialogs. The selection stays. */
export function useGiveToChosen(scope: AccountScope) {
  const may = usePermission('license:SetLicensePolicies');
  const { report, dialog: reportDialog } = useBulkReport(() => undefined);
  const giving = useFormDialog(
    (chosen: ChosenRows) => givingText.title({ count: chosen.count }),
    (chosen) => <GiveToChosen scope={scope} chosen={chosen} onDone={report} />,
  );
  const button = (chosen: ChosenRows) =>
    may && (
      <Button size="compact-sm" fw={500} onClick={() => giving.open(chosen)}>
        {givingText.giveTitle}
      </Button>
    );
  const dialogs = (
    <>
      {giving.dialog}
      {reportDialog}
    </>
  );
  return { button, dialogs };
}

interface GiveToChosenProps extends Pick<Parameters<typeof GiveLicense>[0], 'scope' | 'onDone'> {
  chosen: ChosenRows;
}

/** A selection of all that a search finds is resolved to people first: they are who gets one. */
function GiveToChosen({ chosen, ...props }: GiveToChosenProps) {
  const { data, error, refetch } = useQuery(chosenUsersQuery(props.scope, chosen));
  if (!data) return <NotLoaded error={error} refetch={refetch} height={120} />;
  return <GiveLicense users={data} {...props} />;
}
