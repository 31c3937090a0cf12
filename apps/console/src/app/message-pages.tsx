import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { isRouteErrorResponse, Link, useRevalidator, useRouteError } from 'react-router';
import { homePath } from '#features/welcome/welcome.paths.ts';
import { errorText, listText, shellText } from '#i18n/text/every-page.ts';
import { messageOf } from '#ui/feedback/error-alert.tsx';
import { DocumentTitle } from '#ui/layout/page.tsx';

const home = (
  <Button component={Link} to={homePath}>
    {shellText.home}
  </Button>
);

interface MessagePageProps {
  title: string;
  text?: string;
  children?: ReactNode;
  link?: ReactNode;
}

/** A page with a message and an action, by default a link home. */
export function MessagePage({ title, text, children, link = home }: MessagePageProps) {
  return (
    <Stack align="center" justify="center" gap={8} mih="min(60vh, 480px)" px="md" py={32} ta="center">
      <DocumentTitle>{title}</DocumentTitle>
      <h1>{title}</h1>
      {text && <Text maw="60ch">{text}</Text>}
      {children}
      <Group mt="md">{link}</Group>
    </Stack>
  );
}

/** The page of unknown addresses. */
export function NotFound() {
  return (
    <main>
      <MessagePage title={errorText.notFoundTitle} text={errorText.notFound} />
    </main>
  );
}

/** Replaces a screen that failed. */
export function UnexpectedError() {
  const error = useRouteError();
  const { state, revalidate } = useRevalidator();
  const links = (
    <>
      <Retry busy={state === 'loading'} onRetry={() => void revalidate()} />
      {home}
    </>
  );
  return (
    <MessagePage title={errorText.oops} text={errorText.unexpected} link={links}>
      <Text maw="60ch" c="dimmed">
        {isRouteErrorResponse(error) ? error.statusText : messageOf(error)}
      </Text>
    </MessagePage>
  );
}

/** The page shown when the console cannot start, such as without its configuration. */
export function StartFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <main>
      <MessagePage title={errorText.title} text={messageOf(error)} link={<Retry onRetry={onRetry} />} />
    </main>
  );
}

function Retry({ busy, onRetry }: { busy?: boolean; onRetry: () => void }) {
  return (
    <Button variant="filled" aria-busy={busy} onClick={onRetry}>
      {listText.retry}
    </Button>
  );
}
