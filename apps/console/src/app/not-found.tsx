import { errorText } from '#text/errors.ts';
import { MessagePage } from './message-page.tsx';

/** What any unknown address shows. */
export function NotFound() {
  return (
    <main>
      <MessagePage title={errorText.notFoundTitle}>
        <p>{errorText.notFound}</p>
      </MessagePage>
    </main>
  );
}
