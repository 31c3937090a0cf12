import { resourceIdOf, type Tag } from '@keyhold/contract';
import { useMemo } from 'react';
import { tagQuery, tagsSource } from '#api/roles-and-tags.ts';
import type { AccountScope } from '#api/selected-account.ts';
import { usersText } from '#text/users.ts';
import { ErrorAlert } from '#ui/error-alert.tsx';
import { FieldSkeleton } from '#ui/field-skeleton.tsx';
import { OptionPicker, type PickerOption } from '#ui/option-picker.tsx';
import { useOptions } from './use-options.ts';

interface TagPickerProps {
  scope: AccountScope;
  label?: string;
  /** The rns of the chosen tags. */
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** What it reads when the account has no tags. */
  empty: string;
  max?: number;
  error?: string | undefined;
}

/** Chooses among the tags of an account. */
export function TagPicker({ scope, ...props }: TagPickerProps) {
  const source = useMemo(() => tagsSource(scope), [scope]);
  const { options, error, retry, onSearch } = useOptions({ source, option, chosen: props.value, one });
  if (error && !options) return <ErrorAlert error={error} onRetry={retry} />;
  if (!options) return <FieldSkeleton label={usersText.tags} />;
  return (
    <OptionPicker
      label={usersText.tags}
      options={options}
      onSearch={onSearch}
      nothingFound={usersText.noTagsFound}
      {...props}
    />
  );
}

function option({ rn, name }: Tag): PickerOption {
  return { value: rn, label: name };
}

function one(rn: string) {
  return tagQuery(resourceIdOf(rn));
}
