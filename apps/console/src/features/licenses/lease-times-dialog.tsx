import type { TimedProduct } from '@keyhold/contract';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { productsQuery } from '#api/catalogue.ts';
import { keyOf } from '#api/licenses.ts';
import { secondsText } from '#text/durations.ts';
import { leaseTimesText } from '#text/lease-times.ts';
import { listText } from '#text/lists.ts';
import { FormModal } from '#ui/dialog/form-modal.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorAlert } from '#ui/feedback/error-alert.tsx';
import { type SmallColumn, SmallTable } from '#ui/table/small-table.tsx';
import { LeaseTimesForm } from './lease-times-form.tsx';

/** The products with the times of their leases, each of which can be changed. */
export function LeaseTimesDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [chosen, setChosen] = useState<TimedProduct | null>(null);
  const back = (): void => setChosen(null);
  return (
    <FormModal
      opened={opened}
      // From the form one goes back to the list.
      onClose={chosen ? back : onClose}
      title={chosen ? leaseTimesText.formTitle({ product: chosen.name }) : leaseTimesText.title}
    >
      {(cancel) =>
        chosen ? <LeaseTimesForm id={keyOf(chosen)} cancel={cancel} onDone={back} /> : <Products onChoose={setChosen} />
      }
    </FormModal>
  );
}

function Products({ onChoose }: { onChoose: (product: TimedProduct) => void }) {
  const { data, error, refetch } = useQuery(productsQuery());
  if (error && !data) return <ErrorAlert error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={240} radius="md" role="status" aria-label={listText.loading} />;
  if (data.length === 0) {
    return <EmptyState title={leaseTimesText.noProductsTitle}>{leaseTimesText.noProductsHint}</EmptyState>;
  }
  const columns: SmallColumn<TimedProduct>[] = [
    { header: leaseTimesText.product, cell: ({ name }) => name },
    { header: leaseTimesText.heartbeat, cell: (product) => secondsText(product['heartbeat-seconds']) },
    { header: leaseTimesText.lease, cell: (product) => secondsText(product['lease-seconds']) },
    {
      header: leaseTimesText.grace,
      cell: (product) => (product['grace-seconds'] === 0 ? leaseTimesText.none : secondsText(product['grace-seconds'])),
    },
    {
      header: listText.actions,
      cell: (product) => (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={leaseTimesText.changeOf({ product: product.name })}
          onClick={() => onChoose(product)}
        >
          {leaseTimesText.change}
        </Button>
      ),
    },
  ];
  return <SmallTable label={leaseTimesText.title} columns={columns} rows={data} rowKey={({ rn }) => rn} />;
}
