import type { BulkReport } from '@keyhold/contract';
import { Button, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useStrategy } from '#data/licenses.ts';
import { bulkText } from '#i18n/text/general.ts';
import { bulkSelection } from '#lists/selection/bulk.ts';
import type { ChosenRows } from '#lists/selection/chosen-rows.ts';
import { type Again, useBulkReport } from '#lists/selection/report-dialog.tsx';
import { RolePicker, TagPicker } from '#parts/pickers/roles-and-tags.tsx';
import { useConfirmation } from '#records/confirmation/use-confirmation.tsx';
import type { AccountScope } from '#session/selected-account.ts';
import { usePermission } from '#session/use-permission.ts';
import { useFormDialog } from '#ui/dialog/use-form-dialog.tsx';
import { Form } from '#ui/form/form.tsx';
import looks from '#ui/theme/looks.module.css';
import { useGiveToChosen } from './licenses/give-to-chosen.tsx';
import { forIds, type Selected, useStatusOfMany } from './status-of-many.tsx';
import { changeRolesOfMany, changeTagsOfMany, deleteMany, sendLinksToMany } from './users.data.ts';

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
  const giving = useGiveToChosen(scope);
  const confirmation = useConfirmation();
  const status = useStatusOfMany(scope, report);
  const mayChangeStatus = usePermission('iam:UpdateUserStatus');
  const mayResend = usePermission('iam:SendActivationLink');
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
      send: async () => report(await deleteMany(bulkSelection(scope.accountId, rows)), forIds(scope, deleteMany)),
    });
  const resend = (rows: ChosenRows): void =>
    confirmation.ask({
      words: {
        title: bulkText.resendTitle({ count: rows.count }),
        body: bulkText.resendTakes,
        confirm: bulkText.resendConfirm,
        busy: bulkText.working,
      },
      send: async () => {
        const send = (selected: Selected) => sendLinksToMany({ ...selected, 'valid-days': linkDays });
        report(await send(bulkSelection(scope.accountId, rows)), forIds(scope, send));
      },
    });
  const actions = (rows: ChosenRows) => (
    <>
      {giving.button(rows)}
      {shared && (
        <Button size="compact-sm" fw={500} onClick={() => changing.open({ what: 'tags', rows })}>
          {bulkText.changeTags}
        </Button>
      )}
      <Button size="compact-sm" fw={500} onClick={() => changing.open({ what: 'roles', rows })}>
        {bulkText.changeRoles}
      </Button>
      {mayChangeStatus && (
        <>
          <Button size="compact-sm" fw={500} onClick={() => status.ask(rows, 'Inactive')}>
            {bulkText.deactivate}
          </Button>
          <Button size="compact-sm" fw={500} onClick={() => status.ask(rows, 'Active')}>
            {bulkText.activate}
          </Button>
        </>
      )}
      {mayResend && (
        <Button size="compact-sm" fw={500} onClick={() => resend(rows)}>
          {bulkText.resend}
        </Button>
      )}
      <Button size="compact-sm" fw={500} onClick={() => remove(rows)}>
        {bulkText.deleteChosen}
      </Button>
    </>
  );
  const dialogs = (
    <>
      {giving.dialogs}
      {changing.dialog}
      {confirmation.dialog}
      {status.dialog}
      {reportDialog}
    </>
  );
  return { actions, dialogs };
}

/** The days for which links are valid that are sent again. */
const linkDays = 30;

interface MembershipFormProps extends Changing {
  scope: AccountScope;
  onDone: (result: BulkReport, again: Again) => void;
}

/** Adds tags or roles to many users, and removes others. */
function MembershipForm({ what, rows, scope, onDone }: MembershipFormProps) {
  const form = useForm({ initialValues: { add: [] as string[], remove: [] as string[] }, validate: check });
  const Picker = what === 'tags' ? TagPicker : RolePicker;
  const labels = bulkText[what];
  const selection = bulkSelection(scope.accountId, rows);
  const apply = async (change: typeof form.values): Promise<void> => {
    const send = (selected: Selected) =>
      (what === 'tags' ? changeTagsOfMany : changeRolesOfMany)({ ...selected, ...change });
    onDone(await send(selection), forIds(scope, send));
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
