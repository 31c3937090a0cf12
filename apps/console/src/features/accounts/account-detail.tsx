import { type Account, resourceIdOf, resources } from '@keyhold/contract';
import { accountQuery, accountsSource } from '#data/accounts.ts';
import { useNames } from '#data/names/use-names.ts';
import { fieldText, listText } from '#i18n/text/every-page.ts';
import { accountStatusText, accountsText } from '#i18n/text/people.ts';
import { listingQuery } from '#lists/engine/use-list.ts';
import { UserPicker } from '#parts/pickers/user-picker.tsx';
import { Activity } from '#records/activity/activity.tsx';
import { ConfirmButton } from '#records/confirmation/confirm-button.tsx';
import { RecordForm, RecordTexts } from '#records/form/record-form.tsx';
import { RecordPage } from '#records/record-page.tsx';
import { screenLoader } from '#screens/screen-loader.ts';
import { useSideQuery } from '#server/cache/side-query.ts';
import type { Version } from '#server/client/version.ts';
import { useFollowAccounts } from '#server/live/followed-accounts.ts';
import { useConfig } from '#session/config.ts';
import { useScopeOf } from '#session/selected-account.ts';
import { usePermission } from '#session/use-permission.ts';
import { Badge, StatusBadge } from '#ui/feedback/status-badge.tsx';
import { Facts, recordDates } from '#ui/layout/facts.tsx';
import { PageHeader } from '#ui/layout/page.tsx';
import { SplitPanels } from '#ui/layout/split.tsx';
import { ScreenTabs } from '#ui/layout/tabs.tsx';
import { checkName, currentAccount, setAccountOwner, setAccountStatus, updateAccount } from './accounts.data.ts';
import { accountsPath } from './accounts.paths.ts';

export const loader = screenLoader((_, id) => accountQuery(id));

/** The screen of an account: its details and its owner. */
export default function AccountDetail() {
  return (
    <RecordPage
      query={accountQuery}
      kind="account"
      words={accountsText}
      listPath={accountsPath}
      content={LoadedAccount}
    />
  );
}

function LoadedAccount({ of }: { of: Version<Account> }) {
  const account = of.item;
  return (
    <>
      <PageHeader
        title={account.name}
        aside={account.owner === null && <Badge tone="red">{accountsText.noOwner}</Badge>}
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

/** The owner of an account: one of its users. */
function AccountOwner({ of }: { of: Version<Account> }) {
  const scope = useScopeOf(of.item.rn);
  // Users may join the account while it is shown.
  useFollowAccounts([scope.accountId]);
  return (
    <SplitPanels>
      <RecordForm
        of={of}
        valuesOf={({ owner }) => ({ owner })}
        labels={{ owner: accountsText.owner }}
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
    </SplitPanels>
  );
}

function UserName({ rn }: { rn: string }) {
  return useNames([rn], useScopeOf(rn))(rn);
}

/** The editable texts of an account, and its read-only facts. */
function AccountDetails({ of }: { of: Version<Account> }) {
  const account = of.item;
  const accounts = useSideQuery(listingQuery(accountsSource));
  return (
    <>
      <SplitPanels
        side={
          <>
            <Facts
              facts={[
                { label: listText.status, value: <StatusBadge status={account.status} /> },
                ...recordDates(account),
              ]}
            />
            <AccountStatus of={of} />
          </>
        }
      >
        <RecordTexts
          of={of}
          resource={resources.account}
          check={checkName(accounts?.items ?? [], account.rn)}
          save={updateAccount}
        />
      </SplitPanels>
      <Activity rn={account.rn} />
    </>
  );
}

/** Deactivates an account, so that its users cannot sign in or use licenses, or activates it again. */
function AccountStatus({ of }: { of: Version<Account> }) {
  const provider = useConfig()['provider-account-id'] === resourceIdOf(of.item.rn);
  const may = usePermission('adm:UpdateAccountStatus');
  if (provider || !may) return null;
  const active = of.item.status === 'Active';
  return (
    <ConfirmButton
      words={active ? accountStatusText.deactivate : accountStatusText.activate}
      danger={active}
      change={{ ...of, intent: { status: active ? 'Inactive' : 'Active' } }}
      send={setAccountStatus}
      current={() => currentAccount(of.item)}
    />
  );
}
