import { issueLimit } from '@keyhold/contract';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { addonsQuery } from '#api/catalogue.ts';
import { createOnceHeader } from '#api/idempotency.ts';
import { keyOf } from '#api/licenses.ts';
import { issuingText } from '#text/issuing.ts';
import { wireWord } from '#text/wire.ts';
import { Form } from '#ui/form/form.tsx';
import { wholeNumber } from './ending.ts';
import { CountField, IssueFields, type IssueValues, Preview } from './issue-fields.tsx';
import { issueAddons } from './licenses.data.ts';

const initial: IssueValues = { of: null, type: 'Subscription', count: '1' };

interface IssueAddonsProps {
  accountId: string;
  accountName: string;
  cancel: ReactNode;
  onIssued: (keys: string[]) => void;
}

/** The form that issues add-on licenses to an account. */
export function IssueAddons({ accountId, accountName, cancel, onIssued }: IssueAddonsProps) {
  const catalogue = useQuery(addonsQuery());
  const [once] = useState(createOnceHeader);
  const form = useForm<IssueValues>({ initialValues: initial, validate: check });
  const addon = catalogue.data?.find(({ rn }) => rn === form.values.of);
  const count = wholeNumber(form.values.count, issueLimit);
  const issue = async ({ of, type }: IssueValues): Promise<void> => {
    const body = { 'account-id': accountId, addon: of ?? '', type, count: count ?? 1 };
    const items = await issueAddons({ body, headers: once(body) });
    onIssued(items.map(keyOf));
  };
  return (
    <Form form={form} onSubmit={issue} submitLabel={issuingText.issue} busyLabel={issuingText.issuing} cancel={cancel}>
      <IssueFields form={form} label={issuingText.addon} empty={issuingText.noAddons} catalogue={catalogue} />
      <CountField form={form} />
      {addon && count !== null && (
        <Preview>
          {issuingText.addons({ count, type: wireWord(form.values.type), addon: addon.name, account: accountName })}
        </Preview>
      )}
    </Form>
  );
}

function check({ of, count }: IssueValues) {
  return {
    ...(of === null && { of: issuingText.chooseAddon }),
    ...(wholeNumber(count, issueLimit) === null && { count: issuingText.badCount }),
  };
}
