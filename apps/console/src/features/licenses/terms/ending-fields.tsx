import { Radio, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { issuingText } from '#i18n/text/licensing.ts';
import type { Ending } from './ending.ts';

const { labels } = issuingText;
const kinds = { never: issuingText.never, date: issuingText.onDate, days: issuingText.afterActivation };

interface EndingFieldsProps<Values extends { ending: Ending }> {
  form: UseFormReturnType<Values>;
  /** Whether the fields come first in their dialog. */
  first?: boolean;
}

export function EndingFields<Values extends { ending: Ending }>({ form, first = false }: EndingFieldsProps<Values>) {
  const { ends } = form.values.ending;
  return (
    <>
      <Radio.Group label={labels.ending} {...form.getInputProps('ending.ends')} error={form.errors['ending']}>
        <Stack gap={6} mt={4}>
          {Object.entries(kinds).map(([kind, label]) => (
            <Radio key={kind} value={kind} label={label} data-autofocus={(first && kind === ends) || undefined} />
          ))}
        </Stack>
      </Radio.Group>
      {ends === 'date' && (
        <TextInput
          type="date"
          label={labels.date}
          description={issuingText.lastDay}
          withAsterisk
          {...form.getInputProps('ending.date')}
        />
      )}
      {ends === 'days' && (
        <TextInput inputMode="numeric" label={labels.days} withAsterisk {...form.getInputProps('ending.days')} />
      )}
    </>
  );
}
