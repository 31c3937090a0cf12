import { type ConsumerKind, type Consumers, consumersOf, type User } from '@keyhold/contract';
import { Box, Button, Group, Radio, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useEffect, useState } from 'react';
import { type LicenseWithProduct, useStrategy } from '#data/licenses.ts';
import { consumersLine } from '#data/names/license-words.ts';
import { useNames } from '#data/names/use-names.ts';
import { tagsSource } from '#data/roles-and-tags.ts';
import { usersSource } from '#data/users.ts';
import { currentLicense, releaseLicense, setConsumers } from '#features/licenses/licenses.data.ts';
import { activityWords } from '#i18n/text/activity.ts';
import { consumersText } from '#i18n/text/licensing.ts';
import { wireWord } from '#i18n/text/wire.ts';
import { listingQuery } from '#lists/engine/use-list.ts';
import {
  type Choice,
  choiceOf,
  choose,
  consumersOfChoice,
  offeredKinds,
  withConsumers,
} from '#parts/consumers/consumer-choice.ts';
import { byLabel } from '#parts/pickers/by-label.ts';
import { TagPicker } from '#parts/pickers/roles-and-tags.tsx';
import { UserPicker, userOptions } from '#parts/pickers/user-picker.tsx';
import { useConfirmation } from '#records/confirmation/use-confirmation.tsx';
import { useRecordForm } from '#records/form/use-record-form.tsx';
import { useSideQuery } from '#server/cache/side-query.ts';
import type { Version } from '#server/client/version.ts';
import { useScopeOf } from '#session/selected-account.ts';
import { useUnsavedChanges } from '#ui/dialog/unsaved-changes.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import looks from '#ui/theme/looks.module.css';
import { WhoCanUse } from './who-can-use.tsx';

const labels = { choice: consumersText.consumer };
const valuesOf = ({ policies }: LicenseWithProduct) => ({ choice: choiceOf(consumersOf(policies)) });
/** All users except inactive ones, who may not sign in, can be chosen. */
const mayConsume = ({ status }: Pick<User, 'status'>): boolean => status !== 'Inactive';

/** The consumers of a license, and its release. */
export function LicenseConsumers({ of }: { of: Version<LicenseWithProduct> }) {
  const license = of.item;
  const scope = useScopeOf(license.rn);
  const strategy = useStrategy(scope);
  const users = useSideQuery(listingQuery(usersSource(scope)));
  const tags = useSideQuery({ ...listingQuery(tagsSource(scope)), enabled: strategy === 'Shared' });
  const confirmation = useConfirmation();
  const { form, dirty, base, notice, begin, submit } = useRecordForm({
    of,
    valuesOf,
    labels,
    show: ({ choice }) => <ConsumersOfChoice choice={choice} license={license} />,
    save: setConsumers,
  });
  const { choice } = form.values;
  const saved = base.choice;
  const consumers = consumersOf(license.policies);
  const setChoice = (next: Choice): void => form.setFieldValue('choice', next);
  useUnsavedChanges({ isDirty: () => dirty, isBusy: () => false });

  const userRns = userOptions(users?.items.filter(mayConsume) ?? []).map(({ value }) => value);
  const tagRns = byLabel(tags?.items.map(({ rn, name }) => ({ value: rn, label: name }))).map(({ value }) => value);
  // A kind chosen before its users or tags are loaded preselects the first one once they are.
  const [awaited, setAwaited] = useState(false);
  const isKnown = (kind: ConsumerKind): boolean => (kind === 'User' ? !!users : kind !== 'Tags' || !!tags);
  useEffect(() => {
    if (!awaited || choice.kind === null || !isKnown(choice.kind)) return;
    setAwaited(false);
    setChoice(choose(choice.kind, userRns, tagRns));
  });
  const pick = (kind: ConsumerKind): void => {
    setChoice(kind === saved.kind ? saved : choose(kind, userRns, tagRns));
    setAwaited(kind !== saved.kind && !isKnown(kind));
  };
  const update = (): void =>
    confirmation.ask({
      words: {
        title: consumersText.update,
        body: (
          <>
            <Text mb={8}>{consumersText.updateBody}</Text>
            <p>
              {saved.kind !== null && (
                <>
                  <ConsumersOfChoice choice={saved} license={license} /> <span aria-hidden="true">→</span>{' '}
                  <VisuallyHidden>{activityWords.became}</VisuallyHidden>{' '}
                </>
              )}
              <strong>
                <ConsumersOfChoice choice={choice} license={license} />
              </strong>
            </p>
          </>
        ),
        confirm: consumersText.updateConfirm,
        busy: consumersText.updating,
      },
      change: begin(form.values),
      send: submit,
      current: () => currentLicense(license),
    });
  const release = (): void =>
    confirmation.ask({
      words: { title: consumersText.release, body: consumersText.releaseBody, confirm: consumersText.releaseConfirm },
      danger: true,
      change: { ...of, intent: 'release' },
      send: releaseLicense,
      current: () => currentLicense(license),
    });
  const kinds = offeredKinds(strategy);
  /** The choice that can be saved: it differs and is complete. */
  const wanted = dirty && choice.kind !== null && kinds.includes(choice.kind) ? consumersOfChoice(choice) : null;
  const policies = wanted ? withConsumers(license.policies, wanted) : license.policies;
  return (
    <Panel>
      <Stack gap="md" maw={560}>
        {(saved.kind === null || (strategy && !kinds.includes(saved.kind))) && <CustomPolicy consumers={consumers} />}
        <Radio.Group label={consumersText.consumer} value={choice.kind} onChange={pick}>
          <Stack gap="xs" mt={4}>
            {kinds.map((kind) => (
              <Radio key={kind} value={kind} label={wireWord(kind)} />
            ))}
          </Stack>
        </Radio.Group>
        {choice.kind === 'User' && (
          <UserPicker
            label={consumersText.user}
            scope={scope}
            offered={mayConsume}
            value={choice.user}
            onChange={(user) => setChoice({ ...choice, user })}
          />
        )}
        {choice.kind === 'Tags' && (
          <TagPicker
            label={consumersText.tags}
            scope={scope}
            value={choice.tags}
            onChange={(chosen) => setChoice({ ...choice, tags: chosen })}
            empty={consumersText.noTags}
          />
        )}
        <WhoCanUse license={license} policies={policies} saved={wanted === null} />
        {notice}
        <Group gap="sm" mt="xs">
          <Button variant="filled" disabled={wanted === null} onClick={update}>
            {consumersText.update}
          </Button>
          <Button disabled={license.state.user === null} onClick={release}>
            {consumersText.release}
          </Button>
        </Group>
      </Stack>
      {confirmation.dialog}
    </Panel>
  );
}

function ConsumersOfChoice({ choice, license }: { choice: Choice; license: LicenseWithProduct }) {
  const named = [...choice.tags, ...(choice.user === null ? [] : [choice.user])];
  const name = useNames(named, useScopeOf(license.rn), license.names);
  const consumers = consumersOfChoice(choice);
  return consumers ? consumersLine(consumers, name) : wireWord(consumersOf(license.policies).kind);
}

/** Consumers that cannot be chosen here. They are shown as they are until a choice replaces them. */
function CustomPolicy({ consumers }: { consumers: Consumers }) {
  return (
    <Notice tone="gray" title={wireWord(consumers.kind)}>
      <p>{consumersText.notOffered}</p>
      {consumers.kind === 'Custom policy' && (
        <Box component="pre" className={looks.mono} mt="sm">
          {JSON.stringify(consumers.statements, null, 2)}
        </Box>
      )}
    </Notice>
  );
}
