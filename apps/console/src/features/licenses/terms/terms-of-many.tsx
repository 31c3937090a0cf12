import { type BodyInputOf, type calls, licenseTypes } from '@keyhold/contract';
import { NativeSelect, Radio, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { bulkText } from '#i18n/text/general.ts';
import { issuingText, termsText } from '#i18n/text/licensing.ts';
import { wireWord } from '#i18n/text/wire.ts';
import { Form } from '#ui/form/form.tsx';
import { Preview } from '#ui/form/preview.tsx';
import { checkEnding, endingSentence, isGrace, wholeNumber } from './ending.ts';

type Terms = Omit<BodyInputOf<typeof calls.changeLicenseTerms>, 'account-id' | 'ids' | 'search' | 'except' | 'count'>;

const kept = {
  ends: 'keep' as 'keep' | 'extend' | 'date' | 'never',
  days: '365',
  date: '',
  graceDays: '',
  type: '' as '' | (typeof licenseTypes)[number],
  version: '',
  maintenanceStart: '',
  maintenanceEnd: '',
};
type Values = typeof kept;

const choices = {
  keep: termsText.keep,
  extend: termsText.extend,
  date: termsText.lastDayChoice,
  never: issuingText.never,
} as const;

/** The terms to change; those of empty fields stay. */
export function termsOfValues(values: Values): Terms {
  const { ends, days, date, graceDays, type, version, maintenanceStart, maintenanceEnd } = values;
  return {
    ...(ends === 'extend' && { 'extend-days': Number(days) }),
    ...(ends === 'date' && { expiry: { date } }),
    ...(ends === 'never' && { expiry: { perpetual: true } }),
    ...(graceDays.trim() !== '' && { 'grace-days': Number(graceDays) }),
    ...(type !== '' && { type }),
    ...(version.trim() !== '' && { version }),
    ...(maintenanceStart !== '' && { 'maintenance-start': maintenanceStart }),
    ...(maintenanceEnd !== '' && { 'maintenance-end': maintenanceEnd }),
  };
}

function check(values: Values) {
  const { ends, days, date, graceDays } = values;
  return {
    ...(ends === 'extend' && wholeNumber(days, 36_500) === null && { days: issuingText.badDays }),
    ...(ends === 'date' && 'ending.date' in checkEnding({ ends, date, days: '' }) && { date: issuingText.badDate }),
    ...(graceDays.trim() !== '' && !isGrace(graceDays) && { graceDays: termsText.badGrace }),
    ...(Object.keys(termsOfValues(values)).length === 0 && { ends: bulkText.chooseSomething }),
  };
}

interface TermsOfManyProps {
  count: number;
  apply: (terms: Terms) => Promise<void>;
}

/** Changes the terms of many licenses: only those that are entered. For provider staff. */
export function TermsOfMany({ count, apply }: TermsOfManyProps) {
  const form = useForm<Values>({ initialValues: kept, validate: check });
  const { ends, days, date } = form.values;
  const sentence =
    ends === 'extend' && wholeNumber(days, 36_500) !== null
      ? termsText.extendsBy({ count, days: Number(days) })
      : ends === 'date'
        ? endingSentence({ ends, date, days: '' }, count, { graceDays: form.values.graceDays })
        : null;
  return (
    <Form
      form={form}
      onSubmit={(values) => apply(termsOfValues(values))}
      submitLabel={bulkText.apply}
      busyLabel={bulkText.applying}
    >
      <Radio.Group label={issuingText.labels.ending} {...form.getInputProps('ends')}>
        <Stack gap={6} mt={4}>
          {Object.entries(choices).map(([kind, label]) => (
            <Radio key={kind} value={kind} label={label} data-autofocus={kind === 'keep' || undefined} />
          ))}
        </Stack>
      </Radio.Group>
      {ends === 'extend' && (
        <TextInput inputMode="numeric" label={termsText.labels.extendDays} {...form.getInputProps('days')} />
      )}
      {ends === 'date' && (
        <TextInput
          type="date"
          label={issuingText.labels.date}
          description={issuingText.lastDay}
          {...form.getInputProps('date')}
        />
      )}
      <TextInput
        inputMode="numeric"
        label={termsText.labels.graceDays}
        description={termsText.graceHint}
        placeholder={termsText.stays}
        {...form.getInputProps('graceDays')}
      />
      {sentence && <Preview>{sentence}</Preview>}
      <NativeSelect
        label={termsText.labels.type}
        data={[
          { value: '', label: termsText.stays },
          ...licenseTypes.map((type) => ({ value: type, label: wireWord(type) })),
        ]}
        {...form.getInputProps('type')}
      />
      <TextInput label={termsText.labels.version} placeholder={termsText.stays} {...form.getInputProps('version')} />
      <TextInput type="date" label={termsText.labels.maintenanceStart} {...form.getInputProps('maintenanceStart')} />
      <TextInput
        type="date"
        label={issuingText.labels.maintenanceEnd}
        description={termsText.lastDay}
        {...form.getInputProps('maintenanceEnd')}
      />
    </Form>
  );
}
