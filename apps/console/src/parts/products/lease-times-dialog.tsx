import type { TimedProduct } from '@keyhold/contract';
import { Button, NumberInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { productQuery, productsQuery } from '#data/catalogue.ts';
import { keyOf } from '#data/licenses.ts';
import { secondsText } from '#i18n/text/durations.ts';
import { listText } from '#i18n/text/every-page.ts';
import { leaseTimesText } from '#i18n/text/licensing.ts';
import { RecordForm } from '#records/form/record-form.tsx';
import { CopyableCode } from '#ui/button/copyable-code.tsx';
import { QuietButton } from '#ui/button/quiet-link.tsx';
import { FormModal } from '#ui/dialog/form-modal.tsx';
import { useLast } from '#ui/dialog/modal.tsx';
import { useOpenRequest } from '#ui/dialog/open-request.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { focusFirst } from '#ui/form/focus-first.ts';
import { NotLoaded } from '#ui/loading/not-loaded.tsx';
import { type SmallColumn, SmallTable } from '#ui/table/small-table.tsx';
import { checkTimes, type LeaseTimes, leaseTimeFields } from './lease-times.ts';
import { setLeaseTimes } from './products.data.ts';

/** The button that opens the products with their lease times, which can be changed for each product. */
export function LeaseTimesButton() {
  const [opened, setOpened] = useState(false);
  const [chosen, setChosen] = useState<TimedProduct | null>(null);
  const last = useLast(chosen);
  useOpenRequest('timings', () => setOpened(true));
  return (
    <>
      <QuietButton onClick={() => setOpened(true)}>{leaseTimesText.title}</QuietButton>
      <FormModal
        opened={opened}
        // Closing the form returns to the list.
        onClose={() => (chosen ? setChosen(null) : setOpened(false))}
        title={chosen ? leaseTimesText.formTitle({ product: chosen.name }) : leaseTimesText.title}
      >
        {chosen ? <LeaseTimesForm id={keyOf(chosen)} /> : <Products onChoose={setChosen} last={last?.rn} />}
      </FormModal>
    </>
  );
}

interface ProductsProps {
  onChoose: (product: TimedProduct) => void;
  /** The rn of the product whose form was closed last, whose button gets the focus. */
  last: string | undefined;
}

function Products({ onChoose, last }: ProductsProps) {
  const { data, error, refetch } = useQuery(productsQuery);
  if (!data) return <NotLoaded error={error} refetch={refetch} height={240} />;
  if (data.length === 0) {
    return <EmptyState title={leaseTimesText.noProductsTitle} hint={leaseTimesText.noProductsHint} inside />;
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
          ref={focusFirst}
          data-autofocus={product.rn === last || undefined}
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

const { labels, hints } = leaseTimesText;
const timesOf = (product: TimedProduct): LeaseTimes => ({
  'heartbeat-seconds': product['heartbeat-seconds'],
  'lease-seconds': product['lease-seconds'],
  'grace-seconds': product['grace-seconds'],
});

function LeaseTimesForm({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(productQuery(id));
  if (!data) return <NotLoaded error={error} refetch={refetch} height={240} />;
  return (
    <RecordForm
      of={data}
      valuesOf={timesOf}
      labels={labels}
      check={checkTimes}
      save={setLeaseTimes}
      submitLabel={leaseTimesText.save}
      busyLabel={leaseTimesText.saving}
      note={leaseTimesText.intro}
    >
      {(form) => (
        <>
          <CopyableCode label={leaseTimesText.rn} text={data.item.rn} />
          {leaseTimeFields.map((field, index) => (
            <NumberInput
              key={field}
              ref={focusFirst}
              data-autofocus={index === 0 || undefined}
              label={labels[field]}
              description={hints[field]}
              withAsterisk
              {...form.getInputProps(field)}
            />
          ))}
        </>
      )}
    </RecordForm>
  );
}
