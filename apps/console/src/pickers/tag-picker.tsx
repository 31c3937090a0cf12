import { resourceIdOf, type Tag } from '@keyhold/contract';
import { tagQuery, tagsSource } from '#api/roles-and-tags.ts';
import type { AccountScope } from '#api/selected-account.ts';
import { usersText } from '#text/users.ts';
import type { PickerOption } from '#ui/form/option-picker.tsx';
import { RemotePicker } from './remote-picker.tsx';

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

export function TagPicker({ scope, ...props }: TagPickerProps) {
  const source = tagsSource(scope);
  return (
    <RemotePicker
      label={usersText.tags}
      source={source}
      option={option}
      one={one}
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
