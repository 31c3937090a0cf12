import { useQuery } from '@tanstack/react-query';
import { type LicenseWithProduct, licensesQuery } from '#api/licenses.ts';
import { useSelectedAccount } from '#api/selected-account.ts';
import { licensesText } from '#text/licenses.ts';
import { DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { useListState } from '#ui/list-state.ts';
import { Count, PageHeader } from '#ui/page.tsx';
import { licenseSorts, licenseTexts, useLicenseColumns } from './license-columns.tsx';
import { useConsumerNames } from './use-consumer-names.ts';

const nothing: LicenseWithProduct[] = [];

/** The licenses of the account that is looked at. */
export default function LicensesList() {
  const scope = useSelectedAccount();
  const { data, error, refetch } = useQuery(licensesQuery(scope));
  const state = useListState(licenseSorts);
  const columns = useLicenseColumns(useConsumerNames(scope, data ?? nothing));
  return (
    <>
      <PageHeader title={licensesText.title} aside={<Count of={data} />} />
      <DataTable
        label="licenses"
        columns={columns}
        rows={data}
        rowKey={rowKey}
        texts={licenseTexts}
        state={state}
        error={error}
        onRetry={() => void refetch()}
        minWidth={940}
        empty={<EmptyState title={licensesText.noneTitle}>{licensesText.noneHint}</EmptyState>}
      />
    </>
  );
}

function rowKey({ rn }: LicenseWithProduct): string {
  return rn;
}
