import { issueLimit, resources, textsIn } from '@keyhold/contract';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import * as z from 'zod';
import { addonsQuery } from '#api/catalogue.ts';
import { keyOf } from '#api/licenses.ts';
import { issuingText } from '#text/issuing.ts';
import { wireWord } from '#text/wire.ts';
import { fieldChecks } from '#ui/form/field-checks.ts';
import { Form } from '#ui/form/form.tsx';
import { emptyTexts, TextFields } from '#ui/form/text-fields.tsx';
import { wholeNumber } from './ending.ts';
import { CountField, IssueFields, type IssueValues, Preview } from './issue-fields.tsx';
import { issueAddons } from './licenses.data.ts';

type Values = IssueValues & ReturnType<typeof emptyTexts<typeof resources.addonLicense>>;

const initial: Values = { of: null, type: 'Subscription', count: '1', ...emptyTexts(resources.addonLicense) };

interface IssueAddonsProps {
  accountId: string;
  accountName: string;
  cancel: ReactNode;
  onIssued: (keys: string[]) => void;
}

/** The form that issues add-on licenses to an account. */
export function IssueAddons({ accountId, accountName, cancel, onIssued }: IssueAddonsProps) {
  const catalogue = useQuery(addonsQuery());
  const form = useForm<Values>({ initialValues: initial, validate: check });
  const addon = catalogue.data?.find(({ rn }) => rn === form.values.of);
  const count = wholeNumber(form.values.count, issueLimit);
  const issue = async ({ of, type, ...texts }: Values): Promise<void> => {
    const written = textsIn(resources.addonLicense, texts);
    const body = { 'account-id': accountId, addon: of ?? '', type, ...written, count: count ?? 1 };
    const items = await issueAddons(body);
    onIssued(items.map(keyOf));
  };
  return (
    <Form form={form} onSubmit={issue} submitLabel={issuingText.issue} busyLabel={issuingText.issuing} cancel={cancel}>
      <IssueFields form={form} label={issuingText.addon} empty={issuingText.noAddons} catalogue={catalogue} />
      <CountField form={form} />
      <TextFields of={resources.addonLicense} set="create" form={form} />
      {addon && count !== null && (
        <Preview>
          {issuingText.addons({ count, type: wireWord(form.values.type), addon: addon.name, account: accountName })}
        </Preview>
      )}
    </Form>
  );
}

const checkTexts = fieldChecks(z.object(resources.addonLicense.create));

function check({ of, count, ...texts }: Values) {
  return {
    ...checkTexts(texts),
    ...(of === null && { of: issuingText.chooseAddon }),
    ...(wholeNumber(count, issueLimit) === null && { count: issuingText.badCount }),
  };
}
