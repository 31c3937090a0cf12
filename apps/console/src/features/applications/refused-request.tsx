import { IconAlertCircle } from '@tabler/icons-react';
import { applicationsText } from '#text/applications.ts';
import { errorText } from '#text/errors.ts';
import { ErrorAlert } from '#ui/feedback/error-alert.tsx';
import { problemsOf } from '#ui/feedback/error-status.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import looks from '#ui/theme/looks.module.css';

/** Why an application cannot be answered. What is wrong with its request is for its developers, in the standards' English words. */
export function RefusedRequest({ error }: { error: unknown }) {
  const malformed = problemsOf(error).find(({ path }) => path === 'request');
  if (!malformed) return <ErrorAlert error={error} />;
  return (
    <Notice tone="red" title={errorText.title} icon={<IconAlertCircle aria-hidden="true" />} mb="md">
      <p>{applicationsText.malformed}</p>
      <p lang="en" className={looks.mono}>
        {String(malformed.message)}
      </p>
    </Notice>
  );
}
