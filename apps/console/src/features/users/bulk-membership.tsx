import type { BulkReport } from '@keyhold/contract';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import type { BulkSelection } from '#api/bulk.ts';
import type { AccountScope } from '#api/selected-account.ts';
import { RolePicker, TagPicker } from '#pickers/roles-and-tags.tsx';
import { bulkText } from '#text/bulk.ts';
import { FormModal } from '#ui/dialog/form-modal.tsx';
import { Form } from '#ui/form/form.tsx';
import { changeRolesOfMany, changeTagsOfMany } from './users.data.ts';

interface BulkMembershipProps {
  /** Null while the dialog is closed. */
  what: 'tags' | 'roles' | null;
  count: number;
  selection: BulkSelection;
  scope: AccountScope;
  onDone: (report: BulkReport) => void;
  onClose: () => void;
}

/** The dialog that adds tags or roles to many users, and removes them. */
export function BulkMembership({ what, count, onClose, ...props }: BulkMembershipProps) {
  const title = what === 'roles' ? bulkText.rolesTitle({ count }) : bulkText.tagsTitle({ count });
  return (
    <FormModal opened={what !== null} onClose={onClose} title={title}>
      {(cancel) => <MembershipForm what={what ?? 'tags'} cancel={cancel} {...props} />}
    </FormModal>
  );
}

interface MembershipFormProps extends Omit<BulkMembershipProps, 'what' | 'count' | 'onClose'> {
  what: 'tags' | 'roles';
  cancel: ReactNode;
}

function MembershipForm({ what, selection, scope, onDone, cancel }: MembershipFormProps) {
  const form = useForm({ initialValues: { add: [] as string[], remove: [] as string[] }, validate: check });
  const Picker = what === 'tags' ? TagPicker : RolePicker;
  const [addLabel, removeLabel] =
    what === 'tags' ? [bulkText.addTags, bulkText.removeTags] : [bulkText.addRoles, bulkText.removeRoles];
  const field = (name: 'add' | 'remove') => ({
    value: form.values[name],
    onChange: (rns: string[]) => form.setFieldValue(name, rns),
    error: form.errors[name],
  });
  const apply = async (change: typeof form.values): Promise<void> => {
    onDone(await (what === 'tags' ? changeTagsOfMany : changeRolesOfMany)({ ...selection, ...change }));
  };
  return (
    <Form form={form} onSubmit={apply} submitLabel={bulkText.apply} busyLabel={bulkText.applying} cancel={cancel}>
      <Picker label={addLabel} scope={scope} {...field('add')} />
      <Picker label={removeLabel} scope={scope} {...field('remove')} />
    </Form>
  );
}

function check({ add, remove }: { add: readonly string[]; remove: readonly string[] }) {
  if (add.length + remove.length === 0) return { add: bulkText.chooseSomething };
  return add.some((rn) => remove.includes(rn)) ? { remove: bulkText.bothWays } : {};
}
