import { type AnyResource, issueLimit, licenseTypes } from '@keyhold/contract';
import { NativeSelect, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import * as z from 'zod';
import { keyOf } from '#api/licenses.ts';
import { type Catalogue, CataloguePicker } from '#pickers/catalogue-picker.tsx';
import { issuingText } from '#text/issuing.ts';
import { wireWord } from '#text/wire.ts';
import { fieldChecks } from '#ui/form/field-checks.ts';
import { Form } from '#ui/form/form.tsx';
import { TextFields } from '#ui/form/text-fields.tsx';
import { wholeNumber } from './ending.ts';

/** The fields that licenses and add-on licenses share. */
export interface IssueValues {
  /** The rn of the product or the add-on. */
  of: string | null;
  type: (typeof licenseTypes)[number];
  count: string;
}

/** What the fields hold at first. */
export const firstValues: IssueValues = { of: null, type: 'Subscription', count: '1' };

/** What the dialog gives to a form that issues. */
export interface IssueProps {
  accountId: string;
  accountName: string;
  cancel: ReactNode;
  onIssued: (keys: string[]) => void;
}

interface IssueFormProps<Values extends IssueValues> extends Pick<IssueProps, 'cancel' | 'onIssued'> {
  form: UseFormReturnType<Values>;
  resource: AnyResource;
  catalogue: Catalogue;
  label: string;
  empty: string;
  issue: (values: Values, count: number) => Promise<{ items: { rn: string }[] }>;
  /** What is about to be issued, in a sentence. */
  preview: (name: string, count: number) => string;
  /** The fields of this kind alone. */
  children?: ReactNode;
}

/** The form that issues licenses of a product, or of an add-on. */
export function IssueForm<Values extends IssueValues>(props: IssueFormProps<Values>) {
  const { form, catalogue, issue, onIssued, preview } = props;
  const chosen = catalogue.data?.find(({ rn }) => rn === form.values.of);
  const count = wholeNumber(form.values.count, issueLimit);
  return (
    <Form
      form={form}
      onSubmit={async (values) => onIssued((await issue(values, count ?? 1)).items.map(keyOf))}
      submitLabel={issuingText.issue}
      busyLabel={issuingText.issuing}
      cancel={props.cancel}
    >
      <CataloguePicker
        label={props.label}
        empty={props.empty}
        catalogue={catalogue}
        {...form.getInputProps('of')}
        value={form.values.of}
      />
      <NativeSelect
        label={issuingText.type}
        data={licenseTypes.map((type) => ({ value: type, label: wireWord(type) }))}
        {...form.getInputProps('type')}
      />
      {props.children}
      <TextInput inputMode="numeric" label={issuingText.count} withAsterisk {...form.getInputProps('count')} />
      <TextFields of={props.resource} set="create" form={form} />
      {chosen && count !== null && (
        <Text role="status" px={14} py={10} bg="var(--kh-page)" bdrs="lg">
          {preview(chosen.name, count)}
        </Text>
      )}
    </Form>
  );
}

/** Checks what licenses and add-on licenses share, and their texts. */
export function issueChecks(resource: AnyResource, chooseOne: string) {
  const checkTexts = fieldChecks(z.object(resource.create));
  return (values: IssueValues) => ({
    ...checkTexts({ ...values }),
    ...(values.of === null && { of: chooseOne }),
    ...(wholeNumber(values.count, issueLimit) === null && { count: issuingText.badCount }),
  });
}
