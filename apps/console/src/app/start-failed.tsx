import { Button } from '@mantine/core';
import { errorText } from '#text/errors.ts';
import { listText } from '#text/lists.ts';
import { messageOf } from '#ui/feedback/error-alert.tsx';
import './message-page.css';

/** What is shown when the console cannot even learn its configuration. */
export function StartFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <main className="kh-message">
      <title>{errorText.title}</title>
      <h1>{errorText.title}</h1>
      <p>{messageOf(error)}</p>
      <Button mt="md" onClick={onRetry}>
        {listText.retry}
      </Button>
    </main>
  );
}
