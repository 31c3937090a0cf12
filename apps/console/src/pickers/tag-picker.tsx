import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { tagsQuery } from '#api/roles-and-tags.ts';
import type { AccountScope } from '#api/selected-account.ts';
import { usersText } from '#text/users.ts';
import { ErrorAlert } from '#ui/error-alert.tsx';
import { FieldSkeleton } from '#ui/field-skeleton.tsx';
import { OptionPicker } from '#ui/option-picker.tsx';
import { byLabel } from './by-label.ts';

interface TagPickerProps {
  scope: AccountScope;
  /** The rns of the chosen tags. */
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** What it reads when the account has no tags. */
  empty: string;
  max?: number;
}

/** Chooses among the tags of an account. */
export function TagPicker({ scope, ...props }: TagPickerProps) {
  const { data, error, refetch } = useQuery(tagsQuery(scope));
  const options = useMemo(() => byLabel(data?.map(({ rn, name }) => ({ value: rn, label: name }))), [data]);
  if (error && !data) return <ErrorAlert error={error} onRetry={() => void refetch()} />;
  if (!data) return <FieldSkeleton label={usersText.tags} />;
  return <OptionPicker label={usersText.tags} options={options} nothingFound={usersText.noTagsFound} {...props} />;
}
