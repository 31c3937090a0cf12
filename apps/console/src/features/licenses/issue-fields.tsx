import { type Addon, licenseTypes, type Product } from '@keyhold/contract';
import { NativeSelect, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { issuingText } from '#text/issuing.ts';
import { wireWord } from '#text/wire.ts';
import { ErrorAlert } from '#ui/feedback/error-alert.tsx';
import { FieldSkeleton } from '#ui/form/field-skeleton.tsx';
import { OptionPicker } from '#ui/form/option-picker.tsx';

/** The fields that licenses and add-on licenses share. */
export interface IssueValues {
  /** The rn of the product or the add-on. */
  of: string | null;
  type: (typeof licenseTypes)[number];
  count: string;
}

interface IssueFieldsProps<Values extends IssueValues> {
  form: UseFormReturnType<Values>;
  label: string;
  empty: string;
  catalogue: { data: readonly (Product | Addon)[] | undefined; error: unknown; refetch: () => unknown };
}

/** The product or add-on, and the type. */
export function IssueFields<Values extends IssueValues>({ form, label, empty, catalogue }: IssueFieldsProps<Values>) {
  const { data, error, refetch } = catalogue;
  const problem = form.errors['of'];
  return (
    <>
      {error && !data ? <ErrorAlert error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error && <FieldSkeleton label={label} />}
      {data && (
        <OptionPicker
          label={label}
          options={data.map(({ rn, name }) => ({ value: rn, label: name }))}
          value={form.values.of === null ? [] : [form.values.of]}
          onChange={([rn]) => form.getInputProps('of').onChange(rn ?? null)}
          max={1}
          empty={empty}
          nothingFound={issuingText.noneFound}
          error={typeof problem === 'string' ? problem : undefined}
          required
        />
      )}
      <NativeSelect
        label={issuingText.type}
        data={licenseTypes.map((type) => ({ value: type, label: wireWord(type) }))}
        {...form.getInputProps('type')}
      />
    </>
  );
}

export function CountField<Values extends IssueValues>({ form }: { form: UseFormReturnType<Values> }) {
  return <TextInput inputMode="numeric" label={issuingText.count} withAsterisk {...form.getInputProps('count')} />;
}

/** What a form is about to issue, in a sentence. */
export function Preview({ children }: { children: ReactNode }) {
  return (
    <Text role="status" px={14} py={10} bg="var(--kh-page)" bdrs="lg">
      {children}
    </Text>
  );
}
