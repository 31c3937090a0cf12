import { type Application, commandApplication, resources } from '@keyhold/contract';
import { Group } from '@mantine/core';
import { productsQuery } from '#data/catalogue.ts';
import { listText } from '#i18n/text/every-page.ts';
import { applicationsText } from '#i18n/text/licensing.ts';
import type { Column } from '#lists/columns/column.ts';
import { actionsColumn, searchedTexts, textColumn } from '#lists/columns/columns.tsx';
import { listLoader, useList } from '#lists/engine/use-list.ts';
import { DataTable } from '#lists/table/data-table.tsx';
import { useDeletion } from '#records/deletion/use-deletion.tsx';
import { useSideQuery } from '#server/cache/side-query.ts';
import { ChangeButton } from '#ui/button/change-button.tsx';
import { DeleteButton } from '#ui/button/delete-button.tsx';
import { CreateButton } from '#ui/dialog/form-button.tsx';
import { useFormDialog } from '#ui/dialog/use-form-dialog.tsx';
import { Badge } from '#ui/feedback/status-badge.tsx';
import { PageHeader } from '#ui/layout/page.tsx';
import { ApplicationForm, RegisterApplication } from './application-forms.tsx';
import { applicationDeletion, applicationsSource } from './applications.data.ts';

export const loader = listLoader(() => applicationsSource);

/** The applications of products, for which users sign in through the browser. */
export default function ApplicationsList() {
  const products = useSideQuery(productsQuery);
  const names = new Map(products?.map(({ rn, name }) => [rn, name]));
  const productOf = ({ product }: Application): string => (product === null ? '' : (names.get(product) ?? ''));
  const changing = useFormDialog(applicationsText.changeTitle, (id: string) => <ApplicationForm id={id} />);
  const deleting = useDeletion(applicationDeletion);
  const columns: Column<Application>[] = [
    textColumn('name', listText.name, ({ name }) => name, {
      width: 1.3,
      look: 'strong',
      aside: (application) => isBuiltIn(application) && <Badge tone="gray">{applicationsText.builtIn}</Badge>,
    }),
    textColumn('id', applicationsText.id, ({ id }) => id, { look: 'mono' }),
    textColumn('product', applicationsText.product, productOf, { look: 'muted' }),
    actionsColumn('88px', (application) => (
      <Group gap={4} wrap="nowrap">
        <ChangeButton name={application.name} onClick={() => changing.open(application.id)} />
        {!isBuiltIn(application) && <DeleteButton name={application.name} onClick={() => deleting.ask(application)} />}
      </Group>
    )),
  ];
  const { total, ...list } = useList(applicationsSource, columns);
  return (
    <>
      <PageHeader
        title={applicationsText.title}
        under={applicationsText.about}
        count={total}
        action={
          <CreateButton label={applicationsText.newOne} title={applicationsText.createTitle}>
            <RegisterApplication />
          </CreateButton>
        }
      />
      <DataTable
        label="applications"
        {...list}
        texts={(one) => [one.id, productOf(one), ...searchedTexts(resources.application, one)]}
        empty={{ title: applicationsText.noneTitle, hint: applicationsText.noneHint }}
      />
      {changing.dialog}
      {deleting.dialog}
    </>
  );
}

/** Whether it is the command `keyhold`, which is part of the installation and cannot be deleted. */
function isBuiltIn({ id }: Application): boolean {
  return id === commandApplication;
}
