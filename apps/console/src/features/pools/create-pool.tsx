import { poolLimit, resources, textsIn } from '@keyhold/contract';
import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { accountProductsQuery } from '#data/account-products.ts';
import { formText } from '#i18n/text/every-page.ts';
import { givingText, issuingText, poolsText } from '#i18n/text/licensing.ts';
import { OptionPicker } from '#parts/pickers/option-picker.tsx';
import { useCreationForm } from '#records/form/creation-form.tsx';
import { TextFields } from '#records/form/text-fields.tsx';
import type { AccountScope } from '#session/selected-account.ts';
import { Form } from '#ui/form/form.tsx';
import { createPool } from './pools.data.ts';
import { numberIn } from './rules-form.ts';

/** Creates a pool of licenses of one product. Nobody may use it until its consumers are chosen. */
export function CreatePool({ scope }: { scope: AccountScope }) {
  const products = useQuery(accountProductsQuery(scope));
  const form = useCreationForm(resources.pool, { product: null as string | null, count: '' }, ({ product, count }) => ({
    ...(product === null && { product: issuingText.chooseProduct }),
    ...(count.trim() !== '' && numberIn(count, 1, poolLimit) === null && { count: poolsText.badCount }),
  }));
  return (
    <Form
      form={form}
      onSubmit={({ product, count, ...texts }) =>
        createPool({
          'account-id': scope.accountId,
          ...textsIn(resources.pool, texts),
          product: product ?? '',
          consumers: { kind: 'no-one' },
          ...(count.trim() !== '' && { count: Number(count) }),
        })
      }
      submitLabel={formText.create}
      busyLabel={formText.creating}
    >
      <TextFields resource={resources.pool} set="create" form={form} />
      <OptionPicker
        single
        label={issuingText.product}
        options={products.data?.map(({ rn, name }) => ({ value: rn, label: name }))}
        failure={products.error}
        onRetry={() => void products.refetch()}
        empty={givingText.nothingHere}
        nothingFound={issuingText.noneFound}
        required
        {...form.getInputProps('product')}
        value={form.values.product}
      />
      <TextInput
        inputMode="numeric"
        label={poolsText.count}
        description={poolsText.countHint}
        {...form.getInputProps('count')}
      />
    </Form>
  );
}
