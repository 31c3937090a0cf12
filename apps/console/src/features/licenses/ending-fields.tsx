import { Radio, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { issuingText } from '#text/issuing.ts';
import type { Ending } from './ending.ts';

const { labels } = issuingText;
const kinds = [
  { value: 'never', label: issuingText.never },
  { value: 'date', label: issuingText.onDate },
  { value: 'days', label: issuingText.afterActivation },
];

export function EndingFields<Values extends Ending>({ form }: { form: UseFormReturnType<Values> }) {
  const { ends } = form.values;
  return (
    <>
      <Radio.Group label={labels.ends} {...form.getInputProps('ends')}>
        <Stack gap={6} mt={4}>
          {kinds.map((kind) => (
            <Radio key={kind.value} {...kind} />
          ))}
        </Stack>
      </Radio.Group>
      {ends === 'date' && <TextInput type="date" label={labels.date} withAsterisk {...form.getInputProps('date')} />}
      {ends === 'days' && (
        <TextInput inputMode="numeric" label={labels.days} withAsterisk {...form.getInputProps('days')} />
      )}
    </>
  );
}
