import type { BulkReport } from '@keyhold/contract';
import { Button, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useStrategy } from '#data/licenses.ts';
import { bulkText } from '#i18n/text/general.ts';
import { bulkSelection } from '#lists/selection/bulk.ts';
import type { ChosenRows } from '#lists/selection/chosen-rows.ts';
import { useBulkReport } from '#lists/selection/report-dialog.tsx';
import { RolePicker, TagPicker } from '#parts/pickers/roles-and-tags.tsx';
import { useConfirmation } from '#records/confirmation/use-confirmation.tsx';
import type { AccountScope } from '#session/selected-account.ts';
import { useFormDialog } from '#ui/dialog/use-form-dialog.tsx';
import { Form } from '#ui/form/form.tsx';
import looks from '#ui/theme/looks.module.css';
import { changeRolesOfMany, changeTagsOfMany, deleteMany } from './users.data.ts';

/** The change in progress: tags or roles, and the users. */
interface Changing {
  what: 'tags' | 'roles';
  rows: ChosenRows;
}

/** The bulk actions of users: buttons and dialogs. `onDone` clears the selection. */
export function useBulkUsers(scope: AccountScope, onDone: () => void) {
  const shared = useStrategy(scope) === 'Shared';
  const { report, dialog: reportDialog } = useBulkReport(onDone);
  const changing = useFormDialog(
    ({ what, rows }: Changing) => bulkText[what].title({ count: rows.count }),
    (chosen) => <MembershipForm {...chosen} scope={scope} onDone={report} />,
  );
  const confirmation = useConfirmation();
  const remove = (rows: ChosenRows): void =>
    confirmation.ask({
      words: {
        title: bulkText.deleteTitle({ count: rows.count }),
        body: (
          <>
            <Text mb={8}>{bulkText.deleteBody({ count: rows.count })}</Text>
            <p className={looks.muted}>{bulkText.deleteTakes}</p>
          </>
        ),
        confirm: bulkText.deleteTitle({ count: rows.count }),
        busy: bulkText.applying,
        cancel: bulkText.keep,
      },
      danger: true,
      send: async () => report(await deleteMany(bulkSelection(scope.accountId, rows))),
    });
  const actions = (rows: ChosenRows) => (
    <>
      {shared && (
        <Button size="compact-sm" fw={500} onClick={() => changing.open({ what: 'tags', rows })}>
          {bulkText.changeTags}
        </Button>
      )}
      <Button size="compact-sm" fw={500} onClick={() => changing.open({ what: 'roles', rows })}>
        {bulkText.changeRoles}
      </Button>
      <Button size="compact-sm" fw={500} onClick={() => remove(rows)}>
        {bulkText.deleteChosen}
      </Button>
    </>
  );
  const dialogs = (
    <>
      {changing.dialog}
      {confirmation.dialog}
      {reportDialog}
    </>
  );
  return { actions, dialogs };
}

interface MembershipFormProps extends Changing {
  scope: AccountScope;
  onDone: (result: BulkReport) => void;
}

/** Adds tags or roles to many users, and removes others. */
function MembershipForm({ what, rows, scope, onDone }: MembershipFormProps) {
  const form = useForm({ initialValues: { add: [] as string[], remove: [] as string[] }, validate: check });
  const Picker = what === 'tags' ? TagPicker : RolePicker;
  const labels = bulkText[what];
  const selection = bulkSelection(scope.accountId, rows);
  const apply = async (change: typeof form.values): Promise<void> => {
    onDone(await (what === 'tags' ? changeTagsOfMany : changeRolesOfMany)({ ...selection, ...change }));
  };
  return (
    <Form form={form} onSubmit={apply} submitLabel={bulkText.apply} busyLabel={bulkText.applying}>
      <Picker label={labels.add} scope={scope} {...form.getInputProps('add')} value={form.values.add} />
      <Picker label={labels.remove} scope={scope} {...form.getInputProps('remove')} value={form.values.remove} />
    </Form>
  );
}

function check({ add, remove }: { add: readonly string[]; remove: readonly string[] }) {
  if (add.length + remove.length === 0) return { add: bulkText.chooseSomething };
  return add.some((rn) => remove.includes(rn)) ? { remove: bulkText.bothWays } : {};
}
