import { resourceIdOf, type Tag } from '@keyhold/contract';
import { rolesSource, tagQuery, tagsSource } from '#data/roles-and-tags.ts';
import { usersText } from '#i18n/text/people.ts';
import type { AccountScope } from '#session/selected-account.ts';
import type { PickerOption, PickerProps } from './option-picker.tsx';
import { RemotePicker } from './remote-picker.tsx';

interface NamedPickerProps extends Partial<Pick<PickerProps, 'label' | 'empty' | 'error' | 'disabled'>> {
  scope: AccountScope;
  /** The rns of the chosen roles or tags. */
  value: readonly string[];
  onChange: (value: string[]) => void;
}

/** Chooses among the roles of an account. */
export function RolePicker({ scope, ...props }: NamedPickerProps) {
  return (
    <RemotePicker
      label={usersText.roles}
      source={rolesSource(scope)}
      option={named}
      empty={usersText.noRoles}
      nothingFound={usersText.noRolesFound}
      {...props}
    />
  );
}

/** Chooses among the tags of an account. */
export function TagPicker({ scope, ...props }: NamedPickerProps) {
  return (
    <RemotePicker
      label={usersText.tags}
      source={tagsSource(scope)}
      option={named}
      one={(rn) => tagQuery(resourceIdOf(rn))}
      empty={usersText.noTags}
      nothingFound={usersText.noTagsFound}
      {...props}
    />
  );
}

function named({ rn, name }: Pick<Tag, 'rn' | 'name'>): PickerOption {
  return { value: rn, label: name };
}
