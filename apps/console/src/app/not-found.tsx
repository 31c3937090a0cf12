import { Text } from '@mantine/core';
import { errorText } from '#text/errors.ts';
import { MessagePage } from './message-page.tsx';

/** What any unknown address shows. */
export function NotFound() {
  return (
    <main>
      <MessagePage title={errorText.notFoundTitle}>
        <Text maw="60ch">{errorText.notFound}</Text>
      </MessagePage>
    </main>
  );
}
