import { parseRn } from '@keyhold/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { refresh } from '#api/query-client.ts';
import { ifMatch } from '#api/version-guard.ts';
import { formText } from '#text/forms.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { toastSuccess } from '#ui/toast.tsx';
import { RecentChanges } from './recent-changes.tsx';

export interface SwitchWords {
  /** On the button, and the title of the question. */
  title: string;
  /** The question, and what follows. */
  body: string;
  confirm: string;
}

interface StatusSwitchProps {
  record: { rn: string; 'updated-on': string };
  etag: string | null;
  words: SwitchWords;
  /** Whether it ends something. */
  danger: boolean;
  change: (headers: Record<string, string>) => Promise<unknown>;
  /** What the toast says then. */
  saved: string;
}

/** Switches a thing on or off, after saying what follows. */
export function StatusSwitch({ record, etag, words, danger, change, saved }: StatusSwitchProps) {
  const [asked, setAsked] = useState(false);
  // What is asked stays as it was while the dialog closes upon the new status.
  const [question, setQuestion] = useState(words);
  const ask = (): void => {
    setQuestion(words);
    setAsked(true);
  };
  const confirm = async (): Promise<void> => {
    try {
      await change(ifMatch(etag));
    } finally {
      await refresh(parseRn(record.rn).resourceType);
    }
    setAsked(false);
    toastSuccess(saved);
  };
  return (
    <>
      <Button variant="default" onClick={ask}>
        {words.title}
      </Button>
      <ConfirmDialog
        opened={asked}
        title={question.title}
        confirmLabel={question.confirm}
        cancelLabel={formText.cancel}
        danger={danger}
        changes={<RecentChanges rn={record.rn} since={record['updated-on']} />}
        onConfirm={confirm}
        onClose={() => setAsked(false)}
      >
        {question.body}
      </ConfirmDialog>
    </>
  );
}
