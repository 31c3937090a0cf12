import { Button, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { isRouteErrorResponse, Link, useRouteError } from 'react-router';
import { homePath } from '#features/welcome/welcome.paths.ts';
import { errorText } from '#text/errors.ts';
import { listText } from '#text/lists.ts';
import { shellText } from '#text/shell.ts';
import { messageOf } from '#ui/feedback/error-alert.tsx';
import { DocumentTitle } from '#ui/layout/page.tsx';

const home = (
  <Button component={Link} to={homePath} mt="md">
    {shellText.home}
  </Button>
);

/** A page with a message and one link: home, unless another is given. */
export function MessagePage({
  title,
  text,
  children,
  link = home,
}: {
  title: string;
  text?: string;
  children?: ReactNode;
  link?: ReactNode;
}) {
  return (
    <Stack align="center" justify="center" gap={8} mih="min(60vh, 480px)" px="md" py={32} ta="center">
      <DocumentTitle>{title}</DocumentTitle>
      <h1>{title}</h1>
      {text && <Text maw="60ch">{text}</Text>}
      {children}
      {link}
    </Stack>
  );
}

/** What any unknown address shows. */
export function NotFound() {
  return (
    <main>
      <MessagePage title={errorText.notFoundTitle} text={errorText.notFound} />
    </main>
  );
}

/** What stands in the place of a screen that failed. */
export function UnexpectedError() {
  const error = useRouteError();
  return (
    <MessagePage title={errorText.oops} text={errorText.unexpected}>
      <Text maw="60ch" c="dimmed">
        {isRouteErrorResponse(error) ? error.statusText : messageOf(error)}
      </Text>
    </MessagePage>
  );
}

/** What is shown when the console cannot even learn its configuration. */
export function StartFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const retry = (
    <Button variant="filled" mt="md" onClick={onRetry}>
      {listText.retry}
    </Button>
  );
  return (
    <main>
      <MessagePage title={errorText.title} text={messageOf(error)} link={retry} />
    </main>
  );
}
