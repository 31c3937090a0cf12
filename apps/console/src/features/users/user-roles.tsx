import type { Version } from '#api/change.ts';
import type { AccountScope } from '#api/selected-account.ts';
import type { UserWithNames } from '#api/users.ts';
import { RolePicker } from '#pickers/role-picker.tsx';
import { RecordForm } from '#record-form/record-form.tsx';
import { usersText } from '#text/users.ts';
import { Panel } from '#ui/layout/panel.tsx';
import { Split } from '#ui/layout/split.tsx';
import { type Membership, setUserRoles } from './users.data.ts';

const labels = { chosen: usersText.roles };
const rolesOf = ({ roles }: UserWithNames): Membership => ({ chosen: roles.map(({ rn }) => rn) });

/** Which roles a user has, chosen among those of the account. */
export function UserRoles({ of, scope }: { of: Version<UserWithNames>; scope: AccountScope }) {
  return (
    <Split>
      <Panel>
        <RecordForm of={of} valuesOf={rolesOf} labels={labels} save={setUserRoles}>
          {(form) => (
            <RolePicker
              scope={scope}
              value={form.values.chosen}
              onChange={(chosen) => form.setFieldValue('chosen', chosen)}
            />
          )}
        </RecordForm>
      </Panel>
    </Split>
  );
}
