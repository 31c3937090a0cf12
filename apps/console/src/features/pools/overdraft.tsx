import type { Pool } from '@keyhold/contract';
import { Box, Text, TextInput } from '@mantine/core';
import { poolsText } from '#i18n/text/licensing.ts';
import { RecordForm } from '#records/form/record-form.tsx';
import type { Version } from '#server/client/version.ts';
import type { Change } from '#server/mutation/change.ts';
import { FormButton } from '#ui/dialog/form-button.tsx';
import { setOverdraft } from './pools.data.ts';
import { numberIn } from './rules-form.ts';

const { labels } = poolsText.overdraft;
const valuesOf = (pool: Pool) => ({ seats: String(pool['overdraft-seats']), until: '' });

/** Lends a pool seats beyond what was bought, until the end of a day. For provider staff. */
export function Overdraft({ of }: { of: Version<Pool> }) {
  const check = ({ seats, until }: ReturnType<typeof valuesOf>) => {
    const number = numberIn(seats, 0, of.item.seats);
    return {
      ...(number === null && { seats: poolsText.overdraft.badSeats({ most: of.item.seats }) }),
      ...(number !== 0 && !/^\d{4}-\d\d-\d\d$/.test(until) && { until: poolsText.overdraft.badUntil }),
    };
  };
  const save = ({ intent: { seats, until }, ...change }: Change<Pool, ReturnType<typeof valuesOf>>) =>
    setOverdraft({
      ...change,
      intent: { seats: Number(seats), until: until === '' ? null : `${until}T23:59:59.999Z` },
    });
  return (
    <Box mt="md">
      <h2>{poolsText.overdraft.title}</h2>
      <Text c="dimmed" fz="xs" mb="sm">
        {poolsText.overdraft.now({ seats: of.item['overdraft-seats'] })}
      </Text>
      <FormButton label={poolsText.overdraft.change}>
        <RecordForm
          of={of}
          valuesOf={valuesOf}
          labels={labels}
          check={check}
          save={save}
          submitLabel={poolsText.overdraft.save}
          busyLabel={poolsText.overdraft.saving}
        >
          {(form) => (
            <>
              <TextInput
                inputMode="numeric"
                label={labels.seats}
                description={poolsText.overdraft.hint}
                data-autofocus
                {...form.getInputProps('seats')}
              />
              <TextInput
                type="date"
                label={labels.until}
                description={poolsText.overdraft.lastDay}
                {...form.getInputProps('until')}
              />
            </>
          )}
        </RecordForm>
      </FormButton>
    </Box>
  );
}
