import { resourceIdOf } from '@keyhold/contract';
import { Group, NativeSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { accountQuery } from '#data/accounts.ts';
import { endingDays, keyOf, licensesSource } from '#data/licenses.ts';
import { type PoolWithProduct, usePools } from '#data/pools.ts';
import { applicationsPath } from '#features/applications/applications.paths.ts';
import { usagePath } from '#features/usage/usage.paths.ts';
import { webhooksPath } from '#features/webhooks/webhooks.paths.ts';
import { shellText } from '#i18n/text/every-page.ts';
import { issuingText, licensesText } from '#i18n/text/licensing.ts';
import { listLoader, useList } from '#lists/engine/use-list.ts';
import { useSelection } from '#lists/selection/selection.ts';
import { DataTable } from '#lists/table/data-table.tsx';
import { useListFilter } from '#lists/table/list-filter.tsx';
import { RecentlyRemoved } from '#records/deletion/recently-removed.tsx';
import { useSelectedAccount } from '#session/selected-account.ts';
import { useAuthInfo } from '#session/use-session.ts';
import { QuietLink } from '#ui/button/quiet-link.tsx';
import { FormButton } from '#ui/dialog/form-button.tsx';
import { PageHeader } from '#ui/layout/page.tsx';
import { NotLoaded } from '#ui/loading/not-loaded.tsx';
import { useBulkLicenses } from './bulk-licenses.tsx';
import { licenseColumns, licenseTexts } from './license-columns.tsx';
import { restoreLicense } from './licenses.data.ts';
import { IssueAddons, IssueLicenses } from './terms/issue-forms.tsx';

export const loader = listLoader(licensesSource);

const filters = { ending: licensesText.endingWithin({ days: endingDays }) };
const none = { title: licensesText.noneTitle, hint: licensesText.noneHint };

export default function LicensesList() {
  const scope = useSelectedAccount();
  const { rootAdmin, sysAdmin } = useAuthInfo();
  const { filter, button: filterButton, empty } = useListFilter(filters, none);
  const pools = usePools(scope);
  const { pool, choice: poolChoice } = usePoolFilter(pools);
  const source = licensesSource(scope, {
    ...(filter && { 'ending-within': endingDays }),
    ...(pool !== null && { pool }),
  });
  const { total, ...list } = useList(source, licenseColumns(pools), 'product');
  const selection = useSelection(scope.accountId);
  const bulk = useBulkLicenses(scope, selection.clear);
  const provider = rootAdmin || sysAdmin;
  const first = (
    <FormButton label={issuingText.issueFirst} title={issuingText.issueLicenses}>
      <IssueInto accountId={scope.accountId} form={IssueLicenses} />
    </FormButton>
  );
  return (
    <>
      <PageHeader
        title={licensesText.title}
        count={total}
        aside={
          <>
            {filterButton}
            {poolChoice}
          </>
        }
        action={
          <Group gap="sm">
            <QuietLink to={usagePath}>{shellText.usageOverview}</QuietLink>
            <QuietLink to={webhooksPath}>{shellText.webhooks}</QuietLink>
            {provider && <IssueActions accountId={scope.accountId} />}
          </Group>
        }
      />
      <DataTable
        label="licenses"
        {...list}
        texts={licenseTexts}
        empty={empty && !filter && provider ? { ...empty, action: first } : empty}
        // A bulk change of all results sends only the search, not the filter.
        {...(!filter && pool === null && { selection: { state: selection, rowName: keyOf, actions: bulk.actions } })}
      />
      {bulk.dialogs}
      <RecentlyRemoved account={scope.accountId} kind="License" restore={restoreLicense} />
    </>
  );
}

/** The filter by a pool, in the address as `pool`; without pools there is none. */
function usePoolFilter(pools: readonly PoolWithProduct[] | undefined) {
  const [params, setParams] = useSearchParams();
  const pool = pools?.find(({ rn }) => resourceIdOf(rn) === params.get('pool'))?.rn ?? null;
  const set = (id: string): void =>
    setParams(
      (changed) => {
        changed.delete('page');
        if (id === '') changed.delete('pool');
        else changed.set('pool', id);
        return changed;
      },
      { replace: true, preventScrollReset: true },
    );
  const choice = pools && pools.length > 0 && (
    <NativeSelect
      size="xs"
      aria-label={licensesText.pool}
      data={[
        { value: '', label: licensesText.everyPool },
        ...pools.map(({ rn, name }) => ({ value: resourceIdOf(rn), label: name })),
      ]}
      value={pool === null ? '' : resourceIdOf(pool)}
      onChange={(event) => set(event.currentTarget.value)}
    />
  );
  return { pool, choice };
}

interface IssueIntoProps {
  /** The account that is chosen at first: the viewed one. */
  accountId: string;
  form: typeof IssueLicenses;
}

/** A form that issues to an account, which it names and lets the user change. */
function IssueInto({ accountId, form: Issue }: IssueIntoProps) {
  const [chosen, setChosen] = useState(accountId);
  // What was typed stays while another account is fetched.
  const { data, error, refetch } = useQuery({ ...accountQuery(chosen), placeholderData: keepPreviousData });
  if (!data) return <NotLoaded error={error} refetch={refetch} height={240} />;
  return <Issue account={data.item} onAccount={setChosen} />;
}

/** The actions of provider staff: issuing to the selected account, and the applications of products. */
function IssueActions({ accountId }: { accountId: string }) {
  return (
    <Group gap="sm">
      <QuietLink to={applicationsPath}>{shellText.applications}</QuietLink>
      <FormButton label={issuingText.issueAddons} request="addons">
        <IssueInto accountId={accountId} form={IssueAddons} />
      </FormButton>
      <FormButton variant="filled" label={issuingText.issueLicenses} request="licenses">
        <IssueInto accountId={accountId} form={IssueLicenses} />
      </FormButton>
    </Group>
  );
}
