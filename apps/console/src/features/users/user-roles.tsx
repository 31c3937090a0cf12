import { calls, resourceIdOf } from '@keyhold/contract';
import { client } from '#api/client.ts';
import type { AccountScope } from '#api/selected-account.ts';
import type { UserWithNames } from '#api/users.ts';
import { RolePicker } from '#pickers/role-picker.tsx';
import { formText } from '#text/forms.ts';
import { Form } from '#ui/form.tsx';
import { Panel } from '#ui/panel.tsx';
import { Split } from '#ui/split.tsx';
import { useMembershipForm } from './use-membership-form.ts';

/** Which roles a user has, chosen among those of the account. */
export function UserRoles({ user, scope }: { user: UserWithNames; scope: AccountScope }) {
  const params = { id: resourceIdOf(user.rn) };
  const { form, save } = useMembershipForm(user.roles, {
    add: (role) => client.send(calls.addUserRole, { params, body: { role } }),
    remove: (role) => client.send(calls.removeUserRole, { params: { ...params, roleId: resourceIdOf(role) } }),
  });
  return (
    <Split>
      <Panel>
        <Form form={form} onSubmit={save} submitLabel={formText.update} busyLabel={formText.updating}>
          <RolePicker
            scope={scope}
            value={form.values.chosen}
            onChange={(chosen) => form.setFieldValue('chosen', chosen)}
          />
        </Form>
      </Panel>
    </Split>
  );
}
