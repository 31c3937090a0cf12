import type { BodyInputOf, ConsumerKind, calls } from '@keyhold/contract';
import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { useStrategy } from '#data/licenses.ts';
import { fieldNames } from '#i18n/text/general.ts';
import { consumersText } from '#i18n/text/licensing.ts';
import { wireWord } from '#i18n/text/wire.ts';
import { TagPicker } from '#parts/pickers/roles-and-tags.tsx';
import { UserPicker } from '#parts/pickers/user-picker.tsx';
import type { AccountScope } from '#session/selected-account.ts';
import { type Choice, offeredKinds } from './consumer-choice.ts';

export const noConsumers: Choice = { kind: 'No one', user: null, tags: [] };

interface IssueConsumersProps {
  /** The account that gets the licenses. */
  scope: AccountScope;
  /** Whether the product may be shared, so that the account shares as soon as it has a license of it. */
  shared: boolean;
  value: Choice;
  onChange: (choice: Choice) => void;
  error?: ReactNode;
}

/** Who may consume the licenses to be issued. */
export function IssueConsumers({ scope, shared, value, onChange, error }: IssueConsumersProps) {
  const strategy = useStrategy(scope);
  const kinds = offeredKinds(shared ? 'Shared' : strategy);
  return (
    <>
      <NativeSelect
        label={fieldNames.policies}
        data={kinds.map((kind) => ({ value: kind, label: wireWord(kind) }))}
        value={value.kind ?? 'No one'}
        onChange={({ currentTarget }) => onChange({ ...noConsumers, kind: currentTarget.value as ConsumerKind })}
      />
      {value.kind === 'User' && (
        <UserPicker
          label={consumersText.user}
          scope={scope}
          offered={({ status }) => status !== 'Inactive'}
          value={value.user}
          onChange={(user) => onChange({ ...value, user })}
          error={error}
          required
        />
      )}
      {value.kind === 'Tags' && (
        <TagPicker
          label={consumersText.tags}
          scope={scope}
          value={value.tags}
          onChange={(tags) => onChange({ ...value, tags })}
          empty={consumersText.noTags}
          error={error}
        />
      )}
    </>
  );
}

type Consumers = NonNullable<BodyInputOf<typeof calls.issueLicenses>['consumers']>;

/** The consumers as a body names them. */
export function bodyOfChoice({ kind, user, tags }: Choice): Consumers {
  if (kind === 'User') return { kind: 'user', user };
  if (kind === 'Tags') return { kind: 'tags', tags: [...tags] };
  return { kind: kind === 'Everyone' ? 'everyone' : 'no-one' };
}
