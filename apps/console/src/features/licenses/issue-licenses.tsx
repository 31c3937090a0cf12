import { resources, textsIn } from '@keyhold/contract';
import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { productsQuery } from '#api/catalogue.ts';
import { issuingText } from '#text/issuing.ts';
import { wireWord } from '#text/wire.ts';
import { emptyTexts } from '#ui/form/text-fields.tsx';
import { checkEnding, type Ending, endingSentence, expiryOfEnding } from './ending.ts';
import { EndingFields } from './ending-fields.tsx';
import { firstValues, IssueForm, type IssueProps, issueChecks } from './issue-form.tsx';
import { issueLicenses } from './licenses.data.ts';

const ending: Ending = { ends: 'date', date: '', days: '30' };
const initial = { ...firstValues, ...ending, ...emptyTexts(resources.license), version: '', maintenanceEnd: '' };
const check = issueChecks(resources.license, issuingText.chooseProduct);

export function IssueLicenses({ accountId, accountName, ...props }: IssueProps) {
  const form = useForm({
    initialValues: initial,
    validate: (values) => ({ ...check(values), ...checkEnding(values) }),
  });
  // Each type has its usual expiry.
  form.watch('type', ({ value }) => {
    const usual = { Perpetual: 'never', Subscription: 'date', Trial: 'days' } as const;
    form.getInputProps('ends').onChange(usual[value]);
  });
  const issue = (values: typeof initial, count: number) => {
    const { of, type, version, maintenanceEnd } = values;
    const maintained = type === 'Perpetual' && maintenanceEnd !== '';
    return issueLicenses({
      'account-id': accountId,
      product: of ?? '',
      type,
      version,
      ...textsIn(resources.license, values),
      expiry: expiryOfEnding(values),
      'maintenance-start': maintained ? new Date().toISOString().slice(0, 10) : null,
      'maintenance-end': maintained ? maintenanceEnd : null,
      count,
    });
  };
  const preview = (product: string, count: number): string => {
    const issued = issuingText.licenses({ count, type: wireWord(form.values.type), product, account: accountName });
    return `${issued} ${endingSentence(form.values, count)}`;
  };
  return (
    <IssueForm
      form={form}
      resource={resources.license}
      catalogue={useQuery(productsQuery())}
      label={issuingText.product}
      empty={issuingText.noProducts}
      issue={issue}
      preview={preview}
      {...props}
    >
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
    </IssueForm>
  );
}
