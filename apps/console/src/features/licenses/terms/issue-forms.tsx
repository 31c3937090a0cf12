import {
  type Account,
  type AnyResource,
  issueLimit,
  licenseTypes,
  poolLimit,
  resourceIdOf,
  resources,
  textsIn,
} from '@keyhold/contract';
import { NativeSelect, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { addonsQuery, productsQuery } from '#data/catalogue.ts';
import { keyOf } from '#data/licenses.ts';
import { addonsPath } from '#features/addons/addons.paths.ts';
import { issueAddons, issueLicenses } from '#features/licenses/licenses.data.ts';
import { productsPath } from '#features/products/products.paths.ts';
import { listText } from '#i18n/text/every-page.ts';
import { issuingText, termsText } from '#i18n/text/licensing.ts';
import { wireWord } from '#i18n/text/wire.ts';
import { consumersOfChoice } from '#parts/consumers/consumer-choice.ts';
import { bodyOfChoice, IssueConsumers, noConsumers } from '#parts/consumers/issue-consumers.tsx';
import { AccountChoice } from '#parts/pickers/account-choice.tsx';
import { type Catalogue, CataloguePicker } from '#parts/pickers/catalogue-picker.tsx';
import { useCreationForm } from '#records/form/creation-form.tsx';
import { TextFields } from '#records/form/text-fields.tsx';
import { useScopeOf } from '#session/selected-account.ts';
import { Form } from '#ui/form/form.tsx';
import { Preview } from '#ui/form/preview.tsx';
import { checkEnding, type Ending, endingSentence, expiryOfEnding, isGrace, wholeNumber } from './ending.ts';
import { EndingFields } from './ending-fields.tsx';
import { IssuedKeys } from './issued-keys.tsx';
import { bodyOfPool, checkPool, noPool, PoolFields } from './pool-fields.tsx';

/** The fields that licenses and add-on licenses share. */
interface IssueValues {
  /** The rn of the product or the add-on. */
  entry: string | null;
  type: (typeof licenseTypes)[number];
  count: string;
}

/** The initial values of the fields. */
const firstValues: IssueValues = { entry: null, type: 'Subscription', count: '1' };

interface IssueFormProps<Values extends IssueValues> {
  form: UseFormReturnType<Values>;
  resource: AnyResource;
  catalogue: Catalogue;
  label: string;
  empty: string;
  create: { to: string; label: string };
  issue: (values: Values, count: number) => Promise<{ items: { rn: string }[] }>;
  /** A sentence about the licenses to be issued. */
  preview: (name: string, count: number) => string;
  /** The text about the issued licenses. */
  issued: (values: { count: number }) => string;
  /** The name of the file for saving the keys. */
  file: string;
  /** The maximum number that is issued at once. */
  limit?: number;
  account: Account;
  /** Issues to another account. */
  onAccount: (accountId: string) => void;
  /** The fields of this kind only. */
  children?: ReactNode;
}

/** The form that issues licenses of a product or an add-on, and then shows the keys. */
function IssueForm<Values extends IssueValues>(props: IssueFormProps<Values>) {
  const { form, catalogue, issue, preview, issued, file, limit = issueLimit } = props;
  const [keys, setKeys] = useState<string[] | null>(null);
  const chosen = catalogue.data?.find(({ rn }) => rn === form.values.entry);
  const count = wholeNumber(form.values.count, limit);
  if (keys) return <IssuedKeys keys={keys} title={issued({ count: keys.length })} file={file} />;
  return (
    <Form
      form={form}
      onSubmit={async (values) => setKeys((await issue(values, count ?? 1)).items.map(keyOf))}
      onSaved={null}
      submitLabel={issuingText.issue}
      busyLabel={issuingText.issuing}
    >
      <CataloguePicker
        label={props.label}
        empty={props.empty}
        create={props.create}
        catalogue={catalogue}
        {...form.getInputProps('entry')}
        value={form.values.entry}
      />
      <NativeSelect
        label={issuingText.type}
        data={licenseTypes.map((type) => ({ value: type, label: wireWord(type) }))}
        {...form.getInputProps('type')}
      />
      {props.children}
      <TextInput inputMode="numeric" label={issuingText.count} withAsterisk {...form.getInputProps('count')} />
      <TextFields resource={props.resource} set="create" form={form} />
      <AccountChoice label={issuingText.account} value={resourceIdOf(props.account.rn)} onChange={props.onAccount} />
      {chosen && count !== null && <Preview>{preview(chosen.name, count)}</Preview>}
    </Form>
  );
}

/** Checks the fields that licenses and add-on licenses share. */
function checkIssue({ entry, count }: IssueValues, chooseOne: string, limit = issueLimit) {
  return {
    ...(entry === null && { entry: chooseOne }),
    ...(wholeNumber(count, limit) === null && { count: issuingText.badCount({ most: limit }) }),
  };
}

const ending: Ending = { ends: 'date', date: '', days: '30' };

interface IssueProps {
  /** The account that gets what is issued. */
  account: Account;
  onAccount: (accountId: string) => void;
}

/** A pool may get more at once than are issued singly. */
const limitOf = ({ pool }: { pool: typeof noPool }): number => (pool.kind === 'none' ? issueLimit : poolLimit);

export function IssueLicenses({ account, onAccount }: IssueProps) {
  const scope = useScopeOf(account.rn);
  const catalogue = useQuery(productsQuery);
  const form = useCreationForm(
    resources.license,
    { ...firstValues, ending, version: '', maintenanceEnd: '', graceDays: '0', consumers: noConsumers, pool: noPool },
    (values) => ({
      ...checkIssue(values, issuingText.chooseProduct, limitOf(values)),
      ...checkEnding(values.ending),
      ...(!isGrace(values.graceDays) && { graceDays: termsText.badGrace }),
      ...(consumersOfChoice(values.consumers) === null && { consumers: issuingText.chooseConsumers }),
      ...checkPool(values.pool),
    }),
  );
  const product = catalogue.data?.find(({ rn }) => rn === form.values.entry);
  // A pool has licenses of one product.
  form.watch('entry', () => form.setFieldValue('pool', noPool));
  // Each type has a default expiry.
  form.watch('type', ({ value }) => {
    const defaultEnding = { Perpetual: 'never', Subscription: 'date', Trial: 'days' } as const;
    form.getInputProps('ending.ends').onChange(defaultEnding[value]);
  });
  const issue = (values: typeof form.values, count: number) => {
    const { entry, type, version, maintenanceEnd, graceDays, consumers, pool } = values;
    const maintained = type === 'Perpetual' && maintenanceEnd !== '';
    return issueLicenses({
      'account-id': resourceIdOf(account.rn),
      product: entry ?? '',
      type,
      version,
      ...textsIn(resources.license, values),
      expiry: expiryOfEnding(values.ending),
      'maintenance-start': maintained ? new Date().toISOString().slice(0, 10) : null,
      'maintenance-end': maintained ? maintenanceEnd : null,
      ...(values.ending.ends !== 'never' && { 'grace-days': Number(graceDays) }),
      ...(pool.kind !== 'existing' && { consumers: bodyOfChoice(consumers) }),
      ...bodyOfPool(pool),
      count,
    });
  };
  const preview = (product: string, count: number): string => {
    const issued = issuingText.licenses({ count, type: wireWord(form.values.type), product, account: account.name });
    return `${issued} ${endingSentence(form.values.ending, count, { graceDays: form.values.graceDays })}`;
  };
  return (
    <IssueForm
      form={form}
      resource={resources.license}
      catalogue={catalogue}
      limit={limitOf(form.values)}
      account={account}
      // Those of the other account are not chosen from its people, tags and pools.
      onAccount={(id) => {
        form.setFieldValue('consumers', noConsumers);
        form.setFieldValue('pool', noPool);
        onAccount(id);
      }}
      label={issuingText.product}
      empty={issuingText.noProducts}
      create={{ to: productsPath, label: issuingText.createProduct }}
      issue={issue}
      preview={preview}
      issued={issuingText.issuedLicenses}
      file={listText.lists.licenses}
    >
      <TextInput label={issuingText.version} {...form.getInputProps('version')} />
      <EndingFields form={form} />
      {form.values.ending.ends !== 'never' && (
        <TextInput
          inputMode="numeric"
          label={termsText.labels.graceDays}
          description={termsText.graceHint}
          {...form.getInputProps('graceDays')}
        />
      )}
      {form.values.type === 'Perpetual' && (
        <TextInput
          type="date"
          label={issuingText.labels.maintenanceEnd}
          description={issuingText.maintenanceHint}
          {...form.getInputProps('maintenanceEnd')}
        />
      )}
      <PoolFields
        scope={scope}
        product={form.values.entry}
        value={form.values.pool}
        onChange={(pool) => form.setFieldValue('pool', pool)}
        error={form.errors['pool']}
      />
      {/* An existing pool decides who may use its licenses. */}
      {form.values.pool.kind !== 'existing' && (
        <IssueConsumers
          scope={scope}
          shared={product?.shared ?? false}
          value={form.values.consumers}
          onChange={(consumers) => form.setFieldValue('consumers', consumers)}
          error={form.errors['consumers']}
        />
      )}
    </IssueForm>
  );
}

export function IssueAddons({ account, onAccount }: IssueProps) {
  const form = useCreationForm(resources.addonLicense, firstValues, (values) =>
    checkIssue(values, issuingText.chooseAddon),
  );
  const issue = ({ entry, type, ...texts }: typeof form.values, count: number) => {
    const written = textsIn(resources.addonLicense, texts);
    return issueAddons({ 'account-id': resourceIdOf(account.rn), addon: entry ?? '', type, ...written, count });
  };
  const preview = (addon: string, count: number): string =>
    issuingText.addons({ count, type: wireWord(form.values.type), addon, account: account.name });
  return (
    <IssueForm
      form={form}
      resource={resources.addonLicense}
      catalogue={useQuery(addonsQuery)}
      account={account}
      onAccount={onAccount}
      label={issuingText.addon}
      empty={issuingText.noAddons}
      create={{ to: addonsPath, label: issuingText.createAddon }}
      issue={issue}
      preview={preview}
      issued={issuingText.issuedAddons}
      file={listText.lists.addons}
    />
  );
}
