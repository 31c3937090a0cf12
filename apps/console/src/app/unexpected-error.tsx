import { Text } from '@mantine/core';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { errorText } from '#text/errors.ts';
import { messageOf } from '#ui/feedback/error-alert.tsx';
import { MessagePage } from './message-page.tsx';

/** What stands in the place of a screen that failed. */
export function UnexpectedError() {
  const error = useRouteError();
  return (
    <MessagePage title={errorText.oops}>
      <Text maw="60ch">{errorText.unexpected}</Text>
      <Text maw="60ch" c="dimmed">
        {isRouteErrorResponse(error) ? error.statusText : messageOf(error)}
      </Text>
    </MessagePage>
  );
}
