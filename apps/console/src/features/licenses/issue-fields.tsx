import { licenseTypes } from '@keyhold/contract';
import { NativeSelect, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { type Catalogue, CataloguePicker } from '#pickers/catalogue-picker.tsx';
import { issuingText } from '#text/issuing.ts';
import { wireWord } from '#text/wire.ts';

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
  catalogue: Catalogue;
}

/** The product or add-on, and the type. */
export function IssueFields<Values extends IssueValues>({ form, label, empty, catalogue }: IssueFieldsProps<Values>) {
  return (
    <>
      <CataloguePicker
        label={label}
        empty={empty}
        catalogue={catalogue}
        value={form.values.of}
        onChange={form.getInputProps('of').onChange}
        error={form.errors['of']}
      />
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
