import { issueLimit, resources, textsIn } from '@keyhold/contract';
import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import * as z from 'zod';
import { productsQuery } from '#api/catalogue.ts';
import { keyOf } from '#api/licenses.ts';
import { issuingText } from '#text/issuing.ts';
import { wireWord } from '#text/wire.ts';
import { fieldChecks } from '#ui/form/field-checks.ts';
import { Form } from '#ui/form/form.tsx';
import { emptyTexts, TextFields } from '#ui/form/text-fields.tsx';
import { checkEnding, type Ending, endingSentence, expiryOfEnding, wholeNumber } from './ending.ts';
import { EndingFields } from './ending-fields.tsx';
import { CountField, IssueFields, type IssueValues, Preview } from './issue-fields.tsx';
import { issueLicenses } from './licenses.data.ts';

type Values = IssueValues &
  Ending & { version: string; maintenanceEnd: string } & ReturnType<typeof emptyTexts<typeof resources.license>>;

const initial: Values = {
  of: null,
  type: 'Subscription',
  version: '',
  ends: 'date',
  date: '',
  days: '30',
  maintenanceEnd: '',
  count: '1',
  ...emptyTexts(resources.license),
};

interface IssueLicensesProps {
  accountId: string;
  accountName: string;
  cancel: ReactNode;
  onIssued: (keys: string[]) => void;
}

/** The form that issues licenses of a product to an account. */
export function IssueLicenses({ accountId, accountName, cancel, onIssued }: IssueLicensesProps) {
  const catalogue = useQuery(productsQuery());
  const form = useForm<Values>({ initialValues: initial, validate: check });
  // Each type has its usual expiry.
  form.watch('type', ({ value }) => {
    const usual = { Perpetual: 'never', Subscription: 'date', Trial: 'days' } as const;
    form.getInputProps('ends').onChange(usual[value]);
  });
  const issue = async (values: Values): Promise<void> => {
    const items = await issueLicenses(bodyOf(values, accountId));
    onIssued(items.map(keyOf));
  };
  return (
    <Form form={form} onSubmit={issue} submitLabel={issuingText.issue} busyLabel={issuingText.issuing} cancel={cancel}>
      <IssueFields form={form} label={issuingText.product} empty={issuingText.noProducts} catalogue={catalogue} />
      <TextInput label={issuingText.version} {...form.getInputProps('version')} />
      <EndingFields form={form} />
      {form.values.type === 'Perpetual' && (
        <TextInput
          type="date"
          label={issuingText.maintenanceUntil}
          description={issuingText.maintenanceHint}
          {...form.getInputProps('maintenanceEnd')}
        />
      )}
      <CountField form={form} />
      <TextFields of={resources.license} set="create" form={form} />
      <LicensesPreview values={form.values} products={catalogue.data ?? []} account={accountName} />
    </Form>
  );
}

interface PreviewProps {
  values: Values;
  products: readonly { rn: string; name: string }[];
  account: string;
}

/** What the form is about to do, in a sentence. */
function LicensesPreview({ values, products, account }: PreviewProps) {
  const product = products.find(({ rn }) => rn === values.of);
  const count = wholeNumber(values.count, issueLimit);
  if (!product || count === null) return null;
  return (
    <Preview>
      {issuingText.licenses({ count, type: wireWord(values.type), product: product.name, account })}{' '}
      {endingSentence(values, count)}
    </Preview>
  );
}

const checkTexts = fieldChecks(z.object(resources.license.create));

function check(values: Values) {
  return {
    ...checkTexts({ ...values }),
    ...(values.of === null && { of: issuingText.chooseProduct }),
    ...(wholeNumber(values.count, issueLimit) === null && { count: issuingText.badCount }),
    ...checkEnding(values),
  };
}

function bodyOf(values: Values, accountId: string) {
  const { type, version, maintenanceEnd } = values;
  const maintained = type === 'Perpetual' && maintenanceEnd !== '';
  return {
    'account-id': accountId,
    product: values.of ?? '',
    type,
    version,
    ...textsIn(resources.license, values),
    expiry: expiryOfEnding(values),
    'maintenance-start': maintained ? new Date().toISOString().slice(0, 10) : null,
    'maintenance-end': maintained ? maintenanceEnd : null,
    count: wholeNumber(values.count, issueLimit) ?? 1,
  };
}
