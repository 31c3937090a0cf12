import { type Pool, parseRn, resourceIdOf } from '@keyhold/contract';
import { Radio, Stack, Text } from '@mantine/core';
import { useStrategy } from '#data/licenses.ts';
import { useNames } from '#data/names/use-names.ts';
import { type PoolConsumers as Consumers, poolConsumersOf } from '#data/pools.ts';
import { serviceAccountQuery, serviceAccountsSource } from '#data/service-accounts.ts';
import { fullName, userQuery, usersSource } from '#data/users.ts';
import { formatList } from '#i18n/locale/formats.ts';
import { consumersText, poolsText } from '#i18n/text/licensing.ts';
import { accountsText } from '#i18n/text/people.ts';
import { wireWord } from '#i18n/text/wire.ts';
import { RemotePicker } from '#parts/pickers/remote-picker.tsx';
import { TagPicker } from '#parts/pickers/roles-and-tags.tsx';
import { RecordForm } from '#records/form/record-form.tsx';
import type { Version } from '#server/client/version.ts';
import type { Change } from '#server/mutation/change.ts';
import { useScopeOf } from '#session/selected-account.ts';
import { usePermission } from '#session/use-permission.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { setPoolConsumers } from './pools.data.ts';

type Kind = Exclude<Consumers['kind'], 'Custom policy'>;

/** Who may use a pool, as form values. The kind is null while its policy is none of them. */
interface Values {
  kind: Kind | null;
  users: string[];
  machines: string[];
  tags: string[];
}

const isMachine = (rn: string): boolean => parseRn(rn).resourceType === 'service-account';

function valuesOf({ policies }: Pool): Values {
  const consumers = poolConsumersOf(policies);
  const named = consumers.kind === 'Users' ? consumers.users : [];
  return {
    kind: consumers.kind === 'Custom policy' ? null : consumers.kind,
    users: named.filter((rn) => !isMachine(rn)),
    machines: named.filter(isMachine),
    tags: consumers.kind === 'Tags' ? [...consumers.tags] : [],
  };
}

function check({ kind, users, machines, tags }: Values) {
  return {
    ...(kind === null && { kind: poolsText.chooseConsumers }),
    ...(kind === 'Users' && users.length + machines.length === 0 && { users: poolsText.chooseUsers }),
    ...(kind === 'Tags' && tags.length === 0 && { tags: poolsText.chooseTag }),
  };
}

function save({ intent: { kind, users, machines, tags }, ...change }: Change<Pool, Values>) {
  const intent =
    kind === 'Users'
      ? { kind: 'users' as const, users: [...users, ...machines] }
      : kind === 'Tags'
        ? { kind: 'tags' as const, tags }
        : { kind: kind === 'Everyone' ? ('everyone' as const) : ('no-one' as const) };
  return setPoolConsumers({ ...change, intent });
}

const labels = {
  kind: consumersText.consumer,
  users: poolsText.users,
  machines: poolsText.machines,
  tags: consumersText.tags,
};

/** Who may use a pool. Holders who may not any more are logged off, which it asks about first. */
export function PoolConsumers({ of }: { of: Version<Pool> }) {
  const scope = useScopeOf(of.item.rn);
  const shared = useStrategy(scope) === 'Shared';
  const may = usePermission('license:SetPoolPolicies');
  const saved = valuesOf(of.item);
  const named = useNames([...saved.users, ...saved.machines, ...saved.tags], scope);
  const kinds: readonly Kind[] = shared ? ['No one', 'Users', 'Tags', 'Everyone'] : ['No one', 'Users'];
  return (
    <Panel>
      {saved.kind === null && (
        <Notice tone="gray" title={wireWord('Custom policy')} mb="md">
          {consumersText.notOffered}
        </Notice>
      )}
      <RecordForm
        of={of}
        valuesOf={valuesOf}
        labels={labels}
        show={(values, field) =>
          field === 'kind' ? values.kind && kindWord(values.kind) : formatList(values[field].map(named))
        }
        check={check}
        save={save}
        question={() =>
          of.item['in-use'] === 0
            ? null
            : {
                title: consumersText.update,
                body: poolsText.releasesHolders({ count: of.item['in-use'] }),
                confirm: consumersText.updateConfirm,
              }
        }
        submitLabel={consumersText.update}
        busyLabel={consumersText.updating}
        {...(!may && { submit: null })}
      >
        {(form) => (
          <>
            <Radio.Group label={consumersText.consumer} {...form.getInputProps('kind')}>
              <Stack gap="xs" mt={4}>
                {kinds.map((kind) => (
                  <Radio key={kind} value={kind} label={kindWord(kind)} disabled={!may} />
                ))}
              </Stack>
            </Radio.Group>
            {form.values.kind === 'Users' && (
              <>
                <RemotePicker
                  label={poolsText.users}
                  source={usersSource(scope)}
                  option={(user) =>
                    user.status === 'Inactive' ? null : { value: user.rn, label: `${fullName(user)} (${user.email})` }
                  }
                  one={(rn) => userQuery(resourceIdOf(rn))}
                  empty={accountsText.noUsers}
                  nothingFound={accountsText.noUsersFound}
                  {...form.getInputProps('users')}
                  value={form.values.users}
                />
                <RemotePicker
                  label={poolsText.machines}
                  source={serviceAccountsSource(scope)}
                  option={({ rn, name }) => ({ value: rn, label: name })}
                  one={(rn) => serviceAccountQuery(resourceIdOf(rn))}
                  empty={poolsText.noMachines}
                  nothingFound={poolsText.noMachinesFound}
                  {...form.getInputProps('machines')}
                  value={form.values.machines}
                />
              </>
            )}
            {form.values.kind === 'Tags' && (
              <>
                <TagPicker
                  label={consumersText.tags}
                  scope={scope}
                  {...form.getInputProps('tags')}
                  value={form.values.tags}
                  empty={consumersText.noTags}
                />
                <Text c="dimmed" fz="xs">
                  {poolsText.allTags}
                </Text>
              </>
            )}
          </>
        )}
      </RecordForm>
    </Panel>
  );
}

function kindWord(kind: Kind): string {
  return kind === 'Users' ? poolsText.usersAndMachines : wireWord(kind);
}
