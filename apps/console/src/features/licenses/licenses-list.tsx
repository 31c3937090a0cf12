import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { accountQuery } from '#data/accounts.ts';
import { endingDays, keyOf, licensesSource } from '#data/licenses.ts';
import { applicationsPath } from '#features/applications/applications.paths.ts';
import { usagePath } from '#features/usage/usage.paths.ts';
import { webhooksPath } from '#features/webhooks/webhooks.paths.ts';
import { shellText } from '#i18n/text/every-page.ts';
import { bulkText } from '#i18n/text/general.ts';
import { issuingText, licensesText } from '#i18n/text/licensing.ts';
import { listLoader, useList } from '#lists/engine/use-list.ts';
import { bulkSelection } from '#lists/selection/bulk.ts';
import type { ChosenRows } from '#lists/selection/chosen-rows.ts';
import { useBulkReport } from '#lists/selection/report-dialog.tsx';
import { useSelection } from '#lists/selection/selection.ts';
import { DataTable } from '#lists/table/data-table.tsx';
import { useListFilter } from '#lists/table/list-filter.tsx';
import { useConfirmation } from '#records/confirmation/use-confirmation.tsx';
import { type AccountScope, useSelectedAccount } from '#session/selected-account.ts';
import { useAuthInfo } from '#session/use-session.ts';
import { QuietLink } from '#ui/button/quiet-link.tsx';
import { FormButton } from '#ui/dialog/form-button.tsx';
import { PageHeader } from '#ui/layout/page.tsx';
import { NotLoaded } from '#ui/loading/not-loaded.tsx';
import { licenseColumns, licenseTexts } from './license-columns.tsx';
import { releaseMany } from './licenses.data.ts';
import { IssueAddons, IssueLicenses } from './terms/issue-forms.tsx';

export const loader = listLoader(licensesSource);

const filters = { ending: licensesText.endingWithin({ days: endingDays }) };
const none = { title: licensesText.noneTitle, hint: licensesText.noneHint };

export default function LicensesList() {
  const scope = useSelectedAccount();
  const { rootAdmin, sysAdmin } = useAuthInfo();
  const { filter, button: filterButton, empty } = useListFilter(filters, none);
  const source = licensesSource(scope, filter ? { 'ending-within': endingDays } : {});
  const { total, ...list } = useList(source, licenseColumns, 'product');
  const selection = useSelection(scope.accountId);
  const bulk = useBulkRelease(scope, selection.clear);
  return (
    <>
      <PageHeader
        title={licensesText.title}
        count={total}
        aside={filterButton}
        action={
          <Group gap="sm">
            <QuietLink to={usagePath}>{shellText.usageOverview}</QuietLink>
            <QuietLink to={webhooksPath}>{shellText.webhooks}</QuietLink>
            {(rootAdmin || sysAdmin) && <IssueActions accountId={scope.accountId} />}
          </Group>
        }
      />
      <DataTable
        label="licenses"
        {...list}
        texts={licenseTexts}
        empty={empty}
        // A bulk change of all results sends only the search, not the filter.
        {...(!filter && { selection: { state: selection, rowName: keyOf, actions: bulk.actions } })}
      />
      {bulk.dialogs}
    </>
  );
}

/** The actions of provider staff: issuing to the selected account, and the applications of products. */
function IssueActions({ accountId }: { accountId: string }) {
  const { data, error, refetch } = useQuery(accountQuery(accountId));
  // The forms name the account that they issue to.
  const inAccount = (Issue: typeof IssueLicenses) =>
    data ? <Issue account={data.item} /> : <NotLoaded error={error} refetch={refetch} height={240} />;
  return (
    <Group gap="sm">
      <QuietLink to={applicationsPath}>{shellText.applications}</QuietLink>
      <FormButton label={issuingText.issueAddons} request="addons">
        {inAccount(IssueAddons)}
      </FormButton>
      <FormButton variant="filled" label={issuingText.issueLicenses} request="licenses">
        {inAccount(IssueLicenses)}
      </FormButton>
    </Group>
  );
}

/** The bulk release of licenses: button and dialogs. */
function useBulkRelease(scope: AccountScope, onDone: () => void) {
  const { report, dialog: reportDialog } = useBulkReport(onDone);
  const confirmation = useConfirmation();
  const release = (chosen: ChosenRows): void =>
    confirmation.ask({
      words: {
        title: bulkText.releaseTitle({ count: chosen.count }),
        body: bulkText.releaseBody({ count: chosen.count }),
        confirm: bulkText.release,
        busy: bulkText.releasing,
      },
      danger: true,
      send: async () => report(await releaseMany(bulkSelection(scope.accountId, chosen))),
    });
  const actions = (chosen: ChosenRows) => (
    <Button size="compact-sm" fw={500} onClick={() => release(chosen)}>
      {bulkText.releaseChosen}
    </Button>
  );
  const dialogs = (
    <>
      {confirmation.dialog}
      {reportDialog}
    </>
  );
  return { actions, dialogs };
}
