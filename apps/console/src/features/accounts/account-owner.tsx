import { type Account, resourceIdOf } from '@keyhold/contract';
import type { Version } from '#api/change.ts';
import { useFollowAccounts } from '#api/followed-accounts.ts';
import { useScopeOf } from '#api/selected-account.ts';
import { useNames } from '#api/use-names.ts';
import { UserPicker } from '#pickers/user-picker.tsx';
import { RecordForm } from '#record-form/record-form.tsx';
import { accountsText } from '#text/accounts.ts';
import { fieldText } from '#text/auth.ts';
import { Panel } from '#ui/layout/panel.tsx';
import { Split } from '#ui/layout/split.tsx';
import { setAccountOwner } from './accounts.data.ts';

const labels = { owner: accountsText.owner };
const ownerOf = ({ owner }: Account) => ({ owner });

/** Who owns an account: one of its users. */
export function AccountOwner({ of }: { of: Version<Account> }) {
  const account = of.item;
  const accountId = resourceIdOf(account.rn);
  // People join an account meanwhile.
  useFollowAccounts([accountId]);
  const scope = useScopeOf(account.rn);
  return (
    <Split>
      <Panel>
        <RecordForm
          of={of}
          valuesOf={ownerOf}
          labels={labels}
          show={({ owner }) => (owner ? <UserName rn={owner} /> : accountsText.noOwner)}
          check={({ owner }) => (owner ? {} : { owner: fieldText.emptyOwner })}
          save={setAccountOwner}
          submitLabel={accountsText.updateOwner}
        >
          {(form) => (
            <UserPicker
              label={accountsText.owner}
              scope={scope}
              {...form.getInputProps('owner')}
              value={form.values.owner}
              required
            />
          )}
        </RecordForm>
      </Panel>
    </Split>
  );
}

function UserName({ rn }: { rn: string }) {
  return useNames([rn], useScopeOf(rn))(rn);
}
