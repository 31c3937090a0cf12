import type { BodyInputOf, ConsumerKind, calls } from '@keyhold/contract';
import { Radio, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useStrategy } from '#data/licenses.ts';
import { bulkText } from '#i18n/text/general.ts';
import { consumersText } from '#i18n/text/licensing.ts';
import { wireWord } from '#i18n/text/wire.ts';
import { offeredKinds } from '#parts/consumers/consumer-choice.ts';
import { TagPicker } from '#parts/pickers/roles-and-tags.tsx';
import { UserPicker } from '#parts/pickers/user-picker.tsx';
import type { AccountScope } from '#session/selected-account.ts';
import { Form } from '#ui/form/form.tsx';

type Consumers = NonNullable<BodyInputOf<typeof calls.changeLicensePolicies>['consumers']>;

interface Values {
  kind: ConsumerKind | null;
  user: string | null;
  tags: string[];
}

function consumersOfValues({ kind, user, tags }: Values): Consumers {
  if (kind === 'User') return { kind: 'user', user };
  if (kind === 'Tags') return { kind: 'tags', tags };
  return { kind: kind === 'Everyone' ? 'everyone' : 'no-one' };
}

interface ConsumersOfManyProps {
  scope: AccountScope;
  count: number;
  apply: (consumers: Consumers) => Promise<void>;
}

/** Sets who may use many licenses. It asks first: holders who may not any more are logged off. */
export function ConsumersOfMany({ scope, count, apply }: ConsumersOfManyProps) {
  const kinds = offeredKinds(useStrategy(scope));
  const form = useForm<Values>({
    initialValues: { kind: null, user: null, tags: [] },
    validate: ({ kind, user, tags }) => ({
      ...(kind === null && { kind: bulkText.chooseConsumers }),
      ...(kind === 'User' && user === null && { user: bulkText.chooseConsumers }),
      ...(kind === 'Tags' && tags.length === 0 && { tags: bulkText.chooseConsumers }),
    }),
  });
  const { kind } = form.values;
  return (
    <Form
      form={form}
      onSubmit={(values) => apply(consumersOfValues(values))}
      question={() => ({
        title: bulkText.consumersTitle({ count }),
        body: bulkText.consumersBody({ count }),
        confirm: consumersText.updateConfirm,
      })}
      submitLabel={bulkText.apply}
      busyLabel={bulkText.applying}
    >
      <Radio.Group label={consumersText.consumer} {...form.getInputProps('kind')}>
        <Stack gap={6} mt={4}>
          {kinds.map((each, index) => (
            <Radio key={each} value={each} label={wireWord(each)} data-autofocus={index === 0 || undefined} />
          ))}
        </Stack>
      </Radio.Group>
      {kind === 'User' && (
        <UserPicker
          label={consumersText.user}
          scope={scope}
          offered={({ status }) => status !== 'Inactive'}
          {...form.getInputProps('user')}
          value={form.values.user}
        />
      )}
      {kind === 'Tags' && (
        <TagPicker
          label={consumersText.tags}
          scope={scope}
          {...form.getInputProps('tags')}
          value={form.values.tags}
          empty={consumersText.noTags}
        />
      )}
    </Form>
  );
}
