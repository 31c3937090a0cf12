import { type Account, calls, resourceIdOf } from '@keyhold/contract';
import { useEffect } from 'react';
import { followChanges } from '#api/changes.ts';
import { client } from '#api/client.ts';
import { refresh } from '#api/query-client.ts';
import { useScopeOf } from '#api/selected-account.ts';
import { RecentChanges } from '#panels/recent-changes.tsx';
import { UserPicker } from '#pickers/user-picker.tsx';
import { accountsText } from '#text/accounts.ts';
import { fieldText } from '#text/auth.ts';
import { formText } from '#text/lists.ts';
import { Form } from '#ui/form.tsx';
import { Panel } from '#ui/panel.tsx';
import { useRecordForm } from '#ui/record-form.tsx';
import { toastSuccess } from '#ui/toast.tsx';

interface OwnerValues {
  owner: string | null;
}

/** Who owns an account: one of its users. */
export function AccountOwner({ account, etag }: { account: Account; etag: string | null }) {
  const { form, conflict, headers, onStale } = useRecordForm<OwnerValues>({
    values: { owner: account.owner },
    version: etag,
    updatedOn: account['updated-on'],
    changes: (since) => <RecentChanges rn={account.rn} since={since} />,
    reload: () => refresh('account'),
    check: ({ owner }) => (owner ? {} : { owner: fieldText.emptyOwner }),
  });
  // The account that is looked at is followed anyway; this one may be another, and people join it meanwhile.
  const accountId = resourceIdOf(account.rn);
  useEffect(() => {
    const connection = new AbortController();
    void followChanges(accountId, connection.signal);
    return () => connection.abort();
  }, [accountId]);
  const update = async ({ owner }: OwnerValues): Promise<void> => {
    if (!owner) throw new Error(accountsText.ownerRequired);
    await client.send(calls.updateAccountOwner, { params: { id: accountId }, body: { owner }, headers });
    await refresh('account');
    toastSuccess(accountsText.ownerUpdated);
  };
  return (
    <Panel>
      <Form
        form={form}
        onSubmit={update}
        submitLabel={accountsText.updateOwner}
        busyLabel={formText.updating}
        note={conflict}
        onStale={onStale}
      >
        <UserPicker
          label={accountsText.owner}
          scope={useScopeOf(account.rn)}
          value={form.values.owner}
          onChange={(owner) => form.setFieldValue('owner', owner)}
          error={typeof form.errors['owner'] === 'string' ? form.errors['owner'] : undefined}
          required
        />
      </Form>
    </Panel>
  );
}
