import { type Account, resourceIdOf } from '@keyhold/contract';
import { accountQuery } from '#api/accounts.ts';
import type { Version } from '#api/change.ts';
import { useFollowAccounts } from '#api/followed-accounts.ts';
import { screenLoader } from '#api/screen-loader.ts';
import { useScopeOf } from '#api/selected-account.ts';
import { useNames } from '#api/use-names.ts';
import { UserPicker } from '#pickers/user-picker.tsx';
import { RecordForm } from '#record-form/record-form.tsx';
import { RecordPage } from '#routing/record-page.tsx';
import { accountsText } from '#text/accounts.ts';
import { fieldText } from '#text/auth.ts';
import { Badge } from '#ui/feedback/status-badge.tsx';
import { PageHeader } from '#ui/layout/page.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { Split } from '#ui/layout/split.tsx';
import { ScreenTabs } from '#ui/layout/tabs.tsx';
import { AccountDetails } from './account-details.tsx';
import { setAccountOwner } from './accounts.data.ts';
import { accountsPath } from './accounts.paths.ts';

export const loader = screenLoader((_, id) => accountQuery(id));

const back = { to: accountsPath, label: accountsText.back };

/** The screen of an account: its details, and who owns it. */
export default function AccountDetail() {
  return (
    <RecordPage query={accountQuery} item="account" title={accountsText.title} back={back} content={LoadedAccount} />
  );
}

function LoadedAccount({ of }: { of: Version<Account> }) {
  const account = of.item;
  return (
    <>
      <PageHeader
        title={account.name}
        aside={account.owner === null && <Badge tone="red">{accountsText.noOwner}</Badge>}
        back={back}
      />
      <ScreenTabs
        label={accountsText.title}
        tabs={[
          { id: 'details', label: accountsText.details, content: <AccountDetails of={of} /> },
          { id: 'owner', label: accountsText.owner, content: <AccountOwner of={of} /> },
        ]}
      />
    </>
  );
}

const labels = { owner: accountsText.owner };
const ownerOf = ({ owner }: Account) => ({ owner });

/** Who owns an account: one of its users. */
function AccountOwner({ of }: { of: Version<Account> }) {
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
