import { useQuery } from '@tanstack/react-query';
import { rolesQuery } from '#api/roles-and-tags.ts';
import type { AccountScope } from '#api/selected-account.ts';
import { usersText } from '#text/users.ts';
import { ErrorAlert } from '#ui/feedback/error-alert.tsx';
import { FieldSkeleton } from '#ui/form/field-skeleton.tsx';
import { OptionPicker } from '#ui/form/option-picker.tsx';
import { byLabel } from './by-label.ts';

interface RolePickerProps {
  scope: AccountScope;
  label?: string;
  /** The rns of the chosen roles. */
  value: readonly string[];
  onChange: (value: string[]) => void;
  max?: number;
  error?: string | undefined;
  disabled?: boolean;
  /** What it reads when the account has no roles. */
  empty?: string;
}

/** Chooses among the roles of an account. */
export function RolePicker({ scope, ...props }: RolePickerProps) {
  const { data, error, refetch } = useQuery(rolesQuery(scope));
  const options = byLabel(data?.map(({ rn, name }) => ({ value: rn, label: name })));
  if (error && !data) return <ErrorAlert error={error} onRetry={() => void refetch()} />;
  if (!data) return <FieldSkeleton label={usersText.roles} />;
  return (
    <OptionPicker
      label={usersText.roles}
      options={options}
      empty={usersText.noRoles}
      nothingFound={usersText.noRolesFound}
      {...props}
    />
  );
}
