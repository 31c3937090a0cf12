import type { ConsumerKind } from '@keyhold/contract';
import { Button, Group, Radio, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { type LicenseWithProduct, useStrategy } from '#api/licenses.ts';
import { tagsQuery } from '#api/roles-and-tags.ts';
import type { AccountScope } from '#api/selected-account.ts';
import { usersQuery } from '#api/users.ts';
import { byLabel } from '#pickers/by-label.ts';
import { TagPicker } from '#pickers/tag-picker.tsx';
import { UserPicker, userOptions } from '#pickers/user-picker.tsx';
import { consumersText } from '#text/licenses.ts';
import { Panel } from '#ui/panel.tsx';
import { useUnsavedChanges } from '#ui/unsaved-changes.tsx';
import { type Choice, choiceOf, choose, consumersOfChoice, offeredKinds, withConsumers } from './consumer-choice.ts';
import { ConsumerDialogs, type ConsumerQuestion } from './consumer-dialogs.tsx';
import { CustomPolicy } from './custom-policy.tsx';
import { consumersOfLicense, mayConsume } from './license-words.ts';
import { WhoCanUse } from './who-can-use.tsx';

interface LicenseConsumersProps {
  license: LicenseWithProduct;
  etag: string | null;
  scope: AccountScope;
}

/** Who may consume a license, and the release of it. */
export function LicenseConsumers({ license, etag, scope }: LicenseConsumersProps) {
  const strategy = useStrategy(scope);
  const shared = strategy === 'Shared';
  const { data: users } = useQuery(usersQuery(scope));
  const { data: tags } = useQuery({ ...tagsQuery(scope), enabled: shared });
  const consumers = consumersOfLicense(license);
  const saved = choiceOf(consumers);
  const [choice, setChoice] = useState<Choice>(saved);
  const [question, setQuestion] = useState<ConsumerQuestion | null>(null);
  const savedText = JSON.stringify(saved);
  useUnsavedChanges(() => JSON.stringify(choice) !== savedText);
  // Other consumers on the server begin the choice anew.
  useEffect(() => setChoice(JSON.parse(savedText)), [savedText]);

  const userRns = userOptions(users?.items ?? [], mayConsume).map(({ value }) => value);
  const tagRns = byLabel(tags?.items.map(({ rn, name }) => ({ value: rn, label: name }))).map(({ value }) => value);
  // A kind that is chosen before its users or tags are known preselects the first one once they are.
  const known = choice.kind === 'User' ? users !== undefined : choice.kind !== 'Tags' || tags !== undefined;
  const [awaited, setAwaited] = useState(false);
  useEffect(() => {
    if (!awaited || !known) return;
    setAwaited(false);
    if (choice.kind !== null) setChoice(choose(choice.kind, userRns, tagRns));
  });
  const pick = (kind: ConsumerKind): void => {
    setChoice(kind === saved.kind ? saved : choose(kind, userRns, tagRns));
    setAwaited(kind !== saved.kind && ((kind === 'User' && !users) || (kind === 'Tags' && !tags)));
  };
  const kinds = offeredKinds(strategy);
  const wanted = choice.kind !== null && kinds.includes(choice.kind) ? consumersOfChoice(choice) : null;
  const wantedText = wanted && JSON.stringify(wanted);
  const policies = useMemo(
    () => (wantedText === null ? license.policies : withConsumers(license.policies, JSON.parse(wantedText))),
    [license.policies, wantedText],
  );
  return (
    <Panel>
      <Stack gap="md" maw={560}>
        {(saved.kind === null || !kinds.includes(saved.kind)) && <CustomPolicy consumers={consumers} />}
        <Radio.Group label={consumersText.consumer} value={choice.kind}>
          <Stack gap="xs" mt={4}>
            {kinds.map((kind) => (
              <Radio key={kind} value={kind} label={kind} checked={choice.kind === kind} onChange={() => pick(kind)} />
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
        <WhoCanUse license={license} policies={policies} saved={JSON.stringify(choice) === savedText} scope={scope} />
        <Group gap="sm" mt="xs">
          <Button
            disabled={wanted === null}
            onClick={() => wanted && setQuestion({ ask: 'update', consumers: wanted, since: license['updated-on'] })}
          >
            {consumersText.update}
          </Button>
          <Button
            variant="default"
            disabled={license.state.user === null}
            onClick={() => setQuestion({ ask: 'release' })}
          >
            {consumersText.release}
          </Button>
        </Group>
      </Stack>
      <ConsumerDialogs license={license} etag={etag} question={question} onClose={() => setQuestion(null)} />
    </Panel>
  );
}
