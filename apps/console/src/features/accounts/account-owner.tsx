import { type Account, calls, resourceIdOf } from '@keyhold/contract';
import { useEffect } from 'react';
import { followChanges } from '#api/changes.ts';
import { client } from '#api/client.ts';
import { useScopeOf } from '#api/selected-account.ts';
import { RecordForm } from '#panels/record-form.tsx';
import { UserPicker } from '#pickers/user-picker.tsx';
import { accountsText } from '#text/accounts.ts';
import { fieldText } from '#text/auth.ts';
import { Panel } from '#ui/panel.tsx';
import { Split } from '#ui/split.tsx';

interface OwnerValues {
  owner: string | null;
}

/** Who owns an account: one of its users. */
export function AccountOwner({ account, etag }: { account: Account; etag: string | null }) {
  // The account that is looked at is followed anyway; this one may be another, and people join it meanwhile.
  const accountId = resourceIdOf(account.rn);
  useEffect(() => {
    const connection = new AbortController();
    void followChanges(accountId, connection.signal);
    return () => connection.abort();
  }, [accountId]);
  const scope = useScopeOf(account.rn);
  const save = ({ owner }: OwnerValues, headers: Record<string, string>) => {
    if (!owner) throw new Error(accountsText.ownerRequired);
    return client.send(calls.updateAccountOwner, { params: { id: accountId }, body: { owner }, headers });
  };
  return (
    <Split>
      <Panel>
        <RecordForm<OwnerValues>
          record={account}
          etag={etag}
          values={{ owner: account.owner }}
          check={({ owner }) => (owner ? {} : { owner: fieldText.emptyOwner })}
          save={save}
          saved={accountsText.ownerUpdated}
          submitLabel={accountsText.updateOwner}
        >
          {(form) => (
            <UserPicker
              label={accountsText.owner}
              scope={scope}
              value={form.values.owner}
              onChange={(owner) => form.setFieldValue('owner', owner)}
              error={typeof form.errors['owner'] === 'string' ? form.errors['owner'] : undefined}
              required
            />
          )}
        </RecordForm>
      </Panel>
    </Split>
  );
}
