import type { Version } from '#api/change.ts';
import type { AccountScope } from '#api/selected-account.ts';
import type { UserWithNames } from '#api/users.ts';
import { TagPicker } from '#pickers/tag-picker.tsx';
import { RecordForm } from '#record-form/record-form.tsx';
import { usersText } from '#text/users.ts';
import { Panel } from '#ui/layout/panel.tsx';
import { Split } from '#ui/layout/split.tsx';
import { type Membership, setUserTags } from './users.data.ts';

const labels = { chosen: usersText.tags };
const tagsOf = ({ tags }: UserWithNames): Membership => ({ chosen: tags.map(({ rn }) => rn) });

/** Which tags a user carries, chosen among those of the account. */
export function UserTags({ of, scope }: { of: Version<UserWithNames>; scope: AccountScope }) {
  return (
    <Split>
      <Panel>
        <RecordForm of={of} valuesOf={tagsOf} labels={labels} save={setUserTags}>
          {(form) => (
            <TagPicker
              scope={scope}
              value={form.values.chosen}
              onChange={(chosen) => form.setFieldValue('chosen', chosen)}
              empty={usersText.noTags}
            />
          )}
        </RecordForm>
      </Panel>
    </Split>
  );
}
