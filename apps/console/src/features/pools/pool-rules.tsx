import type { Pool, PoolRules } from '@keyhold/contract';
import { Box, Button, CloseButton, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { seatsOf } from '#data/pools.ts';
import { tagsSource } from '#data/roles-and-tags.ts';
import { poolsText } from '#i18n/text/licensing.ts';
import { usersText } from '#i18n/text/people.ts';
import { RemotePicker } from '#parts/pickers/remote-picker.tsx';
import { TagPicker } from '#parts/pickers/roles-and-tags.tsx';
import { RecordForm } from '#records/form/record-form.tsx';
import { useSideQuery } from '#server/cache/side-query.ts';
import type { Version } from '#server/client/version.ts';
import type { Change } from '#server/mutation/change.ts';
import { type AccountScope, useScopeOf } from '#session/selected-account.ts';
import { usePermission } from '#session/use-permission.ts';
import { Preview } from '#ui/form/preview.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import looks from '#ui/theme/looks.module.css';
import { previewQuery, setPoolRules } from './pools.data.ts';
import { checkRules, type RulesValues, rulesOfValues, valuesOfRules } from './rules-form.ts';

const { labels } = poolsText;

function save({ intent, ...change }: Change<Pool, RulesValues>) {
  const rules = rulesOfValues(intent);
  if (!rules) throw new Error(poolsText.incomplete);
  return setPoolRules({ ...change, intent: rules });
}

/** The rules of a pool, and whom they would refuse before they are saved. They bind new use and end nobody's. */
export function PoolRulesForm({ of }: { of: Version<Pool> }) {
  const may = usePermission('license:SetPoolRules');
  const scope = useScopeOf(of.item.rn);
  return (
    <Panel>
      <Text c="dimmed" maw="72ch" mb="md">
        {poolsText.rulesHint}
      </Text>
      <RecordForm
        of={of}
        valuesOf={valuesOfRules}
        labels={labels}
        show={(values, field) => JSON.stringify(values[field])}
        check={checkRules}
        save={save}
        submitLabel={poolsText.saveRules}
        busyLabel={poolsText.savingRules}
        {...(!may && { submit: null })}
      >
        {(form) => (
          <>
            <TextInput
              inputMode="numeric"
              label={labels.perUser}
              description={poolsText.perUserHint}
              readOnly={!may}
              {...form.getInputProps('perUser')}
            />
            <Shares form={form} scope={scope} />
            <Offline form={form} scope={scope} />
            <TextInput
              inputMode="numeric"
              label={labels.idleMinutes}
              description={poolsText.idleHint}
              readOnly={!may}
              {...form.getInputProps('idleMinutes')}
            />
            <Priorities form={form} scope={scope} />
            <RulesPreview pool={of.item} rules={rulesOfValues(form.values)} />
          </>
        )}
      </RecordForm>
    </Panel>
  );
}

interface FieldsProps {
  form: UseFormReturnType<RulesValues>;
  scope: AccountScope;
}

/** A rule of several rows, with a button that adds one. */
function Rows({
  title,
  hint,
  add,
  onAdd,
  children,
}: Record<'title' | 'hint' | 'add', string> & {
  onAdd: () => void;
  children: React.ReactNode;
}) {
  return (
    <Box component="fieldset" bd={0} p={0} m={0} miw={0}>
      <Box component="legend" fz="xs" fw={600} p={0}>
        {title}
      </Box>
      <p className={looks.muted}>{hint}</p>
      <Stack gap="sm" mt={6}>
        {children}
        <Group>
          <Button size="compact-sm" fw={500} onClick={onAdd}>
            {add}
          </Button>
        </Group>
      </Stack>
    </Box>
  );
}

function OneTag({ form, scope, path, value }: FieldsProps & { path: string; value: string | null }) {
  return (
    <Box flex="2 1 180px" miw={0}>
      <RemotePicker
        single
        label={poolsText.tag}
        source={tagsSource(scope)}
        option={({ rn, name }) => ({ value: rn, label: name })}
        empty={usersText.noTags}
        nothingFound={usersText.noTagsFound}
        {...form.getInputProps(path)}
        value={value}
      />
    </Box>
  );
}

function Shares({ form, scope }: FieldsProps) {
  return (
    <Rows
      title={labels.shares}
      hint={poolsText.sharesHint}
      add={poolsText.addShare}
      onAdd={() => form.insertListItem('shares', { tag: null, reserve: '', limit: '' })}
    >
      {form.values.shares.map(({ tag }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are fields of the form, which it names by their index.
        <Group key={index} align="flex-start" gap="xs">
          <OneTag form={form} scope={scope} path={`shares.${index}.tag`} value={tag} />
          <TextInput
            flex="1 1 80px"
            inputMode="numeric"
            label={poolsText.reserve}
            {...form.getInputProps(`shares.${index}.reserve`)}
          />
          <TextInput
            flex="1 1 80px"
            inputMode="numeric"
            label={poolsText.limit}
            {...form.getInputProps(`shares.${index}.limit`)}
          />
          <CloseButton
            mt={24}
            aria-label={poolsText.removeRow({ row: index + 1 })}
            onClick={() => form.removeListItem('shares', index)}
          />
        </Group>
      ))}
    </Rows>
  );
}

function Priorities({ form, scope }: FieldsProps) {
  return (
    <Rows
      title={labels.priorities}
      hint={poolsText.prioritiesHint}
      add={poolsText.addPriority}
      onAdd={() => form.insertListItem('priorities', { tag: null, class: '1' })}
    >
      {form.values.priorities.map(({ tag }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are fields of the form, which it names by their index.
        <Group key={index} align="flex-start" gap="xs">
          <OneTag form={form} scope={scope} path={`priorities.${index}.tag`} value={tag} />
          <NativeSelect
            flex="1 1 120px"
            label={poolsText.class}
            data={[
              { value: '1', label: poolsText.classes.first },
              { value: '2', label: poolsText.classes.normal },
              { value: '3', label: poolsText.classes.last },
            ]}
            {...form.getInputProps(`priorities.${index}.class`)}
          />
          <CloseButton
            mt={24}
            aria-label={poolsText.removeRow({ row: index + 1 })}
            onClick={() => form.removeListItem('priorities', index)}
          />
        </Group>
      ))}
    </Rows>
  );
}

function Offline({ form, scope }: FieldsProps) {
  return (
    <Box component="fieldset" bd={0} p={0} m={0} miw={0}>
      <Box component="legend" fz="xs" fw={600} p={0}>
        {labels.offline}
      </Box>
      <p className={looks.muted}>{poolsText.offlineHint}</p>
      <Stack gap="sm" mt={6}>
        <Group align="flex-start" gap="xs">
          <TextInput
            flex="1 1 120px"
            inputMode="numeric"
            label={poolsText.offlineSeats}
            {...form.getInputProps('offline.seats')}
          />
          <TextInput
            flex="1 1 120px"
            inputMode="numeric"
            label={poolsText.offlineDays}
            {...form.getInputProps('offline.days')}
          />
        </Group>
        <TagPicker
          label={poolsText.offlineTags}
          scope={scope}
          {...form.getInputProps('offline.tags')}
          value={form.values.offline.tags}
        />
      </Stack>
    </Box>
  );
}

/** Debounce before the server is asked again, in ms. */
const typingPause = 300;

/** Whom of those who use the pool now the rules would refuse. */
function RulesPreview({ pool, rules }: { pool: Pool; rules: PoolRules | null }) {
  const [settled] = useDebouncedValue(rules, typingPause);
  const data = useSideQuery({
    ...previewQuery(pool.rn, settled ?? pool.rules),
    enabled: settled !== null,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const reserved = rules?.shares?.reduce((sum, { reserve }) => sum + (reserve ?? 0), 0) ?? 0;
  if (reserved > pool.seats) return <Preview>{poolsText.tooManyReserved({ reserved, seats: seatsOf(pool) })}</Preview>;
  if (!data || rules === null) return null;
  return (
    <Preview>
      {data.people === 0
        ? poolsText.nobodyUses
        : data.refused === 0
          ? poolsText.nobodyRefused({ people: data.people })
          : poolsText.wouldRefuse(data)}
    </Preview>
  );
}
