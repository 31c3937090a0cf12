import { ActionIcon } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { listText } from '#i18n/text/every-page.ts';
import { canCopy, copyWithToast } from './clipboard.ts';

/** A button that copies a text to the clipboard and confirms it. `what` completes its label: `Copy key`. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [copied, setCopied] = useState(false);
  const { start } = useTimeout(() => setCopied(false), 2000);
  if (!canCopy()) return null;
  const done = (): void => {
    setCopied(true);
    start();
  };
  return (
    <ActionIcon size={24} aria-label={listText.copy({ what })} onClick={() => copyWithToast(text, done)}>
      {copied ? <IconCheck size={15} aria-hidden="true" /> : <IconCopy size={15} aria-hidden="true" />}
    </ActionIcon>
  );
}
