import { poolLimit } from '@keyhold/contract';
import { Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { licensesSource } from '#data/licenses.ts';
import { type PoolWithProduct, rnsOfChosen } from '#data/pools.ts';
import { givingText, issuingText, licensesText, poolsText } from '#i18n/text/licensing.ts';
import type { ChosenRows } from '#lists/selection/chosen-rows.ts';
import { OptionPicker } from '#parts/pickers/option-picker.tsx';
import type { AccountScope } from '#session/selected-account.ts';
import { Form } from '#ui/form/form.tsx';
import { addToPool } from './licenses.data.ts';

interface PoolOfManyProps {
  scope: AccountScope;
  chosen: ChosenRows;
  pools: readonly PoolWithProduct[] | undefined;
  onDone: () => void;
}

/** Adds the chosen licenses to a pool. */
export function PoolOfMany({ scope, chosen, pools, onDone }: PoolOfManyProps) {
  const form = useForm({
    initialValues: { pool: null as string | null },
    validate: {
      pool: (pool) =>
        pool === null ? poolsText.choosePool : chosen.count > poolLimit ? poolsText.tooManyChosen : null,
    },
  });
  const add = async ({ pool }: { pool: string | null }): Promise<void> => {
    if (pool === null) throw new Error(poolsText.choosePool);
    await addToPool({ pool, licenses: await rnsOfChosen(licensesSource(scope), chosen) });
    onDone();
  };
  return (
    <Form form={form} onSubmit={add} submitLabel={poolsText.add} busyLabel={poolsText.adding}>
      <OptionPicker
        single
        label={licensesText.pool}
        options={pools?.map(({ rn, name, productName }) => ({
          value: rn,
          label: givingText.poolOf({ pool: name, product: productName }),
        }))}
        empty={poolsText.noneTitle}
        nothingFound={issuingText.noneFound}
        required
        {...form.getInputProps('pool')}
        value={form.values.pool}
      />
      <Text c="dimmed" fz="xs">
        {poolsText.chosenHint}
      </Text>
    </Form>
  );
}
