import { type Addon, catalogueStatuses, resourceIdOf, resources } from '@keyhold/contract';
import { addonsSource } from '#data/catalogue.ts';
import { issuedWords, useIssued } from '#data/names/issued-words.ts';
import { formText, listText } from '#i18n/text/every-page.ts';
import { catalogueAddonsText, issuedText, productsText } from '#i18n/text/licensing.ts';
import { wireWord } from '#i18n/text/wire.ts';
import type { Column } from '#lists/columns/column.ts';
import { deleteColumn, searchedTexts, statusColumn, textColumn, textColumns } from '#lists/columns/columns.tsx';
import { listLoader, useList } from '#lists/engine/use-list.ts';
import { DataTable } from '#lists/table/data-table.tsx';
import { useDeletion } from '#records/deletion/use-deletion.tsx';
import { useCreationForm } from '#records/form/creation-form.tsx';
import { TextFields } from '#records/form/text-fields.tsx';
import { CreateButton, FormButton } from '#ui/dialog/form-button.tsx';
import { ExactField } from '#ui/form/exact-field.tsx';
import { Form } from '#ui/form/form.tsx';
import { PageHeader } from '#ui/layout/page.tsx';
import { addonPath } from './addons.paths.ts';
import { addonDeletion, createAddon } from './catalogue.data.ts';

export const loader = listLoader(() => addonsSource);

/** The add-ons of the catalogue, which every account shares. */
export default function AddonsList() {
  const issued = useIssued();
  const deleting = useDeletion(addonDeletion);
  const columns: Column<Addon>[] = [
    textColumn('name', listText.name, ({ name }) => name, {
      width: 1.3,
      to: ({ rn }) => addonPath(resourceIdOf(rn)),
    }),
    textColumn('id', productsText.id, idOf, { look: 'mono' }),
    ...textColumns<Addon>(resources.addon, 1.6),
    textColumn('issued', issuedText.issued, ({ rn }) => issuedWords(issued(rn)), {
      sort: ({ rn }) => issued(rn)?.licenses ?? 0,
    }),
    statusColumn(catalogueStatuses),
    deleteColumn(deleting),
  ];
  const { total, ...list } = useList(addonsSource, columns);
  const creation = (
    <CreateButton label={catalogueAddonsText.newOne} title={catalogueAddonsText.createTitle}>
      <CreateAddon />
    </CreateButton>
  );
  return (
    <>
      <PageHeader title={catalogueAddonsText.title} count={total} action={creation} />
      <DataTable
        label="addons"
        {...list}
        texts={(one) => [idOf(one), ...searchedTexts(resources.addon, one), one.status, wireWord(one.status)]}
        empty={{
          title: catalogueAddonsText.noneTitle,
          hint: catalogueAddonsText.noneHint,
          action: (
            <FormButton label={catalogueAddonsText.firstOne} title={catalogueAddonsText.createTitle}>
              <CreateAddon />
            </FormButton>
          ),
        }}
      />
      {deleting.dialog}
    </>
  );
}

const idOf = ({ rn }: Addon): string => resourceIdOf(rn);

function CreateAddon() {
  const form = useCreationForm(resources.addon, { id: '' });
  return (
    <Form form={form} onSubmit={createAddon} submitLabel={formText.create} busyLabel={formText.creating}>
      <TextFields resource={resources.addon} set="create" form={form} />
      <ExactField
        label={productsText.id}
        description={catalogueAddonsText.idHint}
        placeholder="colour-server"
        withAsterisk
        {...form.getInputProps('id')}
      />
    </Form>
  );
}
