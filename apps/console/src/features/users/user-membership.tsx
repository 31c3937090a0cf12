import type { Version } from '#api/change.ts';
import type { AccountScope } from '#api/selected-account.ts';
import type { UserWithNames } from '#api/users.ts';
import { RolePicker, TagPicker } from '#pickers/roles-and-tags.tsx';
import { RecordForm } from '#record-form/record-form.tsx';
import { usersText } from '#text/users.ts';
import { Panel } from '#ui/layout/panel.tsx';
import { Split } from '#ui/layout/split.tsx';
import { type MembershipKind, membershipOf, setUserRoles, setUserTags } from './users.data.ts';

interface UserMembershipProps {
  of: Version<UserWithNames>;
  kind: MembershipKind;
  scope: AccountScope;
}

/** The roles, or the tags, of a user, chosen among those of the account. */
export function UserMembership({ of, kind, scope }: UserMembershipProps) {
  const Picker = kind === 'roles' ? RolePicker : TagPicker;
  return (
    <Split>
      <Panel>
        <RecordForm
          of={of}
          valuesOf={membershipOf(kind)}
          labels={{ chosen: usersText[kind] }}
          save={kind === 'roles' ? setUserRoles : setUserTags}
        >
          {(form) => (
            <Picker
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
