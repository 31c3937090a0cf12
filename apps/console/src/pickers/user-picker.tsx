import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { AccountScope } from '#api/selected-account.ts';
import { fullName, type UserWithNames, usersQuery } from '#api/users.ts';
import { accountsText } from '#text/accounts.ts';
import { ErrorAlert } from '#ui/error-alert.tsx';
import { FieldSkeleton } from '#ui/field-skeleton.tsx';
import { OptionPicker } from '#ui/option-picker.tsx';
import { byLabel } from './by-label.ts';

interface UserPickerProps {
  label: string;
  scope: AccountScope;
  /** The rn of the chosen user, or null. */
  value: string | null;
  onChange: (rn: string | null) => void;
  /** Which of the account's users are offered; all unless said. */
  offered?: (user: UserWithNames) => boolean;
  error?: string | undefined;
  required?: boolean;
}

/** Chooses one user of an account. */
export function UserPicker({ label, scope, value, onChange, offered, error, required }: UserPickerProps) {
  const { data, error: failure, refetch } = useQuery(usersQuery(scope));
  const options = useMemo(() => userOptions(data ?? [], offered), [data, offered]);
  if (failure && !data) return <ErrorAlert error={failure} onRetry={() => void refetch()} />;
  if (!data) return <FieldSkeleton label={label} />;
  return (
    <OptionPicker
      label={label}
      options={options}
      value={value === null ? [] : [value]}
      onChange={([rn]) => onChange(rn ?? null)}
      max={1}
      empty={accountsText.noUsers}
      nothingFound={accountsText.noUsersFound}
      error={error}
      required={required ?? false}
    />
  );
}

/** People as options: their name and, because names repeat, their e-mail. */
export function userOptions(users: readonly UserWithNames[], offered: (user: UserWithNames) => boolean = () => true) {
  return byLabel(users.filter(offered).map((user) => ({ value: user.rn, label: `${fullName(user)} (${user.email})` })));
}
