import { Button } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { errorText, listText } from '#i18n/text/every-page.ts';
import { problemSentence } from '#i18n/text/problems.ts';
import { problemsOf } from './error-status.ts';
import { Notice } from './notice.tsx';

/** The message of any thrown value. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const [problem] = problemsOf(error);
  return (problem && problemSentence(problem)) ?? problemSentence(error) ?? error.message;
}

/** The red alert of a failed call, above the form or list it belongs to; null without an error. */
export function ErrorAlert({ error, onRetry }: { error: unknown; onRetry?: (() => void) | undefined }) {
  if (error === null || error === undefined) return null;
  return (
    <Notice tone="red" title={errorText.title} icon={<IconAlertCircle aria-hidden="true" />} mb="md">
      <p>{messageOf(error)}</p>
      {onRetry && (
        <Button size="xs" mt="sm" onClick={onRetry}>
          {listText.retry}
        </Button>
      )}
    </Notice>
  );
}
