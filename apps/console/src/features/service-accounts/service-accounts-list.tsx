import { resourceIdOf, resources, type ServiceAccount } from '@keyhold/contract';
import { rolesSource } from '#data/roles-and-tags.ts';
import { serviceAccountsSource } from '#data/service-accounts.ts';
import { usersPath } from '#features/users/users.paths.ts';
import { compareNames, formatList } from '#i18n/locale/formats.ts';
import { formText, listText } from '#i18n/text/every-page.ts';
import { serviceAccountsText, usersText } from '#i18n/text/people.ts';
import type { Column } from '#lists/columns/column.ts';
import { dateColumn, deleteColumn, searchedTexts, textColumn, textColumns } from '#lists/columns/columns.tsx';
import { listingQuery, listLoader, useList } from '#lists/engine/use-list.ts';
import { DataTable } from '#lists/table/data-table.tsx';
import { RolePicker } from '#parts/pickers/roles-and-tags.tsx';
import { createServiceAccount } from '#parts/service-accounts/service-accounts.data.ts';
import { useDeletion } from '#records/deletion/use-deletion.tsx';
import { useCreationForm } from '#records/form/creation-form.tsx';
import { TextFields } from '#records/form/text-fields.tsx';
import { useSideQuery } from '#server/cache/side-query.ts';
import { type AccountScope, useSelectedAccount } from '#session/selected-account.ts';
import { CreateButton } from '#ui/dialog/form-button.tsx';
import { Form } from '#ui/form/form.tsx';
import { PageHeader } from '#ui/layout/page.tsx';
import { serviceAccountDeletion } from './service-accounts.data.ts';
import { serviceAccountPath } from './service-accounts.paths.ts';

export const loader = listLoader(serviceAccountsSource);

const back = { to: usersPath, label: usersText.back };

/** The service accounts of the selected account. */
export default function ServiceAccountsList() {
  const scope = useSelectedAccount();
  const roles = useSideQuery(listingQuery(rolesSource(scope)));
  const names = new Map(roles?.items.map(({ rn, name }) => [rn, name]));
  const rolesOf = (one: ServiceAccount): string =>
    formatList(one.roles.flatMap((rn) => names.get(rn) ?? []).sort(compareNames));
  const creation = (
    <CreateButton label={serviceAccountsText.newOne} title={serviceAccountsText.createTitle}>
      <CreateServiceAccount scope={scope} />
    </CreateButton>
  );
  const deleting = useDeletion(serviceAccountDeletion);
  const columns: Column<ServiceAccount>[] = [
    textColumn('name', listText.name, ({ name }) => name, {
      width: 1.3,
      to: ({ rn }) => serviceAccountPath(resourceIdOf(rn)),
    }),
    ...textColumns<ServiceAccount>(resources.serviceAccount, 1.6),
    textColumn('roles', serviceAccountsText.roles, rolesOf, { look: 'muted' }),
    dateColumn('created-on', listText.createdOn, '140px'),
    dateColumn('updated-on', listText.updatedOn, '140px'),
    deleteColumn(deleting),
  ];
  const { total, ...list } = useList(serviceAccountsSource(scope), columns);
  return (
    <>
      <PageHeader
        title={serviceAccountsText.title}
        under={serviceAccountsText.about}
        count={total}
        action={creation}
        back={back}
      />
      <DataTable
        label="serviceAccounts"
        {...list}
        texts={(one) => searchedTexts(resources.serviceAccount, one)}
        empty={{ title: serviceAccountsText.noneTitle, hint: serviceAccountsText.noneHint }}
      />
      {deleting.dialog}
    </>
  );
}

function CreateServiceAccount({ scope }: { scope: AccountScope }) {
  const form = useCreationForm(resources.serviceAccount, { roles: [] as string[] });
  const create = (values: typeof form.values) => createServiceAccount({ ...values, 'account-id': scope.accountId });
  return (
    <Form form={form} onSubmit={create} submitLabel={formText.create} busyLabel={formText.creating}>
      <TextFields resource={resources.serviceAccount} set="create" form={form} />
      <RolePicker scope={scope} {...form.getInputProps('roles')} value={form.values.roles} />
    </Form>
  );
}
