import { type Consent, commandApplication } from '@keyhold/contract';
import { Anchor, Button, Group, Loader, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { consentText } from '#i18n/text/people.ts';
import { browserOf } from '#parts/identity/sessions/place.ts';
import { signOut } from '#server/client/sign-out.ts';
import { useAuthInfo } from '#session/use-session.ts';
import { relativeTime } from '#ui/date/dates.ts';
import { useNow } from '#ui/date/relative-date.tsx';
import { ErrorAlert } from '#ui/feedback/error-alert.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { useRun } from '#ui/feedback/use-run.ts';
import { CardPage } from '#ui/layout/card-page.tsx';
import { Facts } from '#ui/layout/facts.tsx';
import looks from '#ui/theme/looks.module.css';

/** A card that shows which user answers. Signing out there leads to a sign-in as another user, and back. */
export function AnswerPage({ title, children }: { title: string; children: ReactNode }) {
  const { user } = useAuthInfo();
  const footer = (
    <Text ta="center" maw="20rem" style={{ overflowWrap: 'anywhere' }}>
      {consentText.signedInAs({ email: user.email })}{' '}
      <Anchor component="button" type="button" fz="inherit" onClick={signOut}>
        {consentText.another}
      </Anchor>
    </Text>
  );
  return (
    <CardPage title={title} footer={footer}>
      {children}
    </CardPage>
  );
}

/** Shown while the request to sign in is loading. */
export function LoadingRequest() {
  return (
    <Group role="status" aria-busy="true" gap="sm" wrap="nowrap">
      <Loader size="sm" aria-hidden="true" />
      <Text>{consentText.looking}</Text>
    </Group>
  );
}

interface DecisionProps {
  consent: Consent;
  /** The code that the device shows; undefined for an application in the browser. */
  code?: string;
  onDecide: (allow: boolean) => Promise<void>;
  /** Text about where to continue after the answer. */
  next: (allowed: boolean) => string;
}

/** Shows which application on which device requests to sign in as the user, and takes the answer. */
export function Decision({ consent, code, onDecide, next }: DecisionProps) {
  const { busy, error, run } = useRun();
  const [allowed, setAllowed] = useState<boolean | null>(null);
  const clock = useNow();
  const { application, device, address, 'user-agent': userAgent, 'created-on': createdOn } = consent;
  const compared = (
    <Text span ff="monospace" fz="1.0625rem" fw={600}>
      {code}
    </Text>
  );
  const facts = [
    ...(code === undefined ? [] : [{ label: consentText.code, value: compared }]),
    { label: consentText.application, value: <span className={looks.strong}>{application.name}</span> },
    { label: consentText.device, value: device ?? browserOf(userAgent) },
    { label: consentText.address, value: address },
    ...(createdOn === null
      ? []
      : [{ label: consentText.asked, value: <time dateTime={createdOn}>{relativeTime(createdOn, clock)}</time> }]),
  ];
  const asks = code === undefined ? consentText.asks : consentText.asksByCode;
  const decide = (allow: boolean): void =>
    void run(async () => {
      await onDecide(allow);
      setAllowed(allow);
    });
  if (allowed !== null) {
    return (
      <Notice tone={allowed ? 'green' : 'gray'} title={allowed ? consentText.allowed : consentText.denied}>
        {next(allowed)}
      </Notice>
    );
  }
  return (
    <Stack gap="md">
      <ErrorAlert error={error} />
      <Text>{asks({ application: application.name })}</Text>
      <Facts facts={facts} />
      <Text>{application.id === commandApplication ? consentText.commandRights : consentText.rights}</Text>
      <Group grow>
        <Button variant="filled" onClick={() => decide(true)} aria-busy={busy}>
          {consentText.allow}
        </Button>
        <Button onClick={() => decide(false)} aria-busy={busy}>
          {consentText.deny}
        </Button>
      </Group>
      <Text c="dimmed">{consentText.notMe}</Text>
    </Stack>
  );
}
