import { Button, Text } from '@mantine/core';
import { errorText } from '#text/errors.ts';
import { listText } from '#text/lists.ts';
import { messageOf } from '#ui/feedback/error-alert.tsx';
import { MessagePage } from './message-page.tsx';

/** What is shown when the console cannot even learn its configuration. */
export function StartFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const retry = (
    <Button variant="filled" mt="md" onClick={onRetry}>
      {listText.retry}
    </Button>
  );
  return (
    <main>
      <MessagePage title={errorText.title} way={retry}>
        <Text maw="60ch">{messageOf(error)}</Text>
      </MessagePage>
    </main>
  );
}
