import { calls, resourceIdOf } from '@keyhold/contract';
import { client } from '#api/client.ts';
import type { AccountScope } from '#api/selected-account.ts';
import type { UserWithNames } from '#api/users.ts';
import { TagPicker } from '#pickers/tag-picker.tsx';
import { formText } from '#text/forms.ts';
import { usersText } from '#text/users.ts';
import { Form } from '#ui/form.tsx';
import { Panel } from '#ui/panel.tsx';
import { Split } from '#ui/split.tsx';
import { useMembershipForm } from './use-membership-form.ts';

/** Which tags a user carries, chosen among those of the account. */
export function UserTags({ user, scope }: { user: UserWithNames; scope: AccountScope }) {
  const params = { id: resourceIdOf(user.rn) };
  const { form, save } = useMembershipForm(user.tags, {
    add: (tag) => client.send(calls.addUserTag, { params, body: { tag } }),
    remove: (tag) => client.send(calls.removeUserTag, { params: { ...params, tagId: resourceIdOf(tag) } }),
  });
  return (
    <Split>
      <Panel>
        <Form form={form} onSubmit={save} submitLabel={formText.update} busyLabel={formText.updating}>
          <TagPicker
            scope={scope}
            value={form.values.chosen}
            onChange={(chosen) => form.setFieldValue('chosen', chosen)}
            empty={usersText.noTags}
          />
        </Form>
      </Panel>
    </Split>
  );
}
