import { resourceIdOf } from '@keyhold/contract';
import { fullName, type UserWithNames, userQuery, usersSource } from '#data/users.ts';
import { accountsText } from '#i18n/text/people.ts';
import type { AccountScope } from '#session/selected-account.ts';
import { byLabel } from './by-label.ts';
import type { PickerOption, PickerProps } from './option-picker.tsx';
import { RemotePicker } from './remote-picker.tsx';

interface UserPickerProps extends Pick<PickerProps, 'label' | 'error' | 'required'> {
  scope: AccountScope;
  /** The rn of the chosen user, or null. */
  value: string | null;
  onChange: (rn: string | null) => void;
  /** Filters the users; by default all are offered. */
  offered?: (user: UserWithNames) => boolean;
}

export function UserPicker({ scope, offered, ...picker }: UserPickerProps) {
  return (
    <RemotePicker
      single
      source={usersSource(scope)}
      option={(user) => (offered?.(user) === false ? null : userOption(user))}
      one={(rn) => userQuery(resourceIdOf(rn))}
      empty={accountsText.noUsers}
      nothingFound={accountsText.noUsersFound}
      {...picker}
    />
  );
}

/** Includes the e-mail, because names are not unique. */
function userOption(user: UserWithNames): PickerOption {
  return { value: user.rn, label: `${fullName(user)} (${user.email})` };
}

/** Users as options, sorted by label. */
export function userOptions(users: readonly UserWithNames[]): PickerOption[] {
  return byLabel(users.map(userOption));
}
