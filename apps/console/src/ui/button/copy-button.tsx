import { ActionIcon } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { listText } from '#text/lists.ts';
import { toastSuccess } from '#ui/feedback/toast.tsx';

/** Copies a text to the clipboard and says so. `what` completes the button's name: `Copy key`. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = window.setTimeout(() => setCopied(false), 2000);
    return () => window.clearTimeout(timer);
  }, [copied]);

  // Browsers offer no clipboard on plain http; a button that cannot work is not shown.
  if (!navigator.clipboard) return null;
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    toastSuccess(listText.copied);
  };
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={24}
      aria-label={listText.copy({ what })}
      onClick={() => void copy()}
    >
      {copied ? <IconCheck size={15} aria-hidden="true" /> : <IconCopy size={15} aria-hidden="true" />}
    </ActionIcon>
  );
}
