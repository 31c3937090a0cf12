import { Box, Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { listText } from '#text/lists.ts';
import { canCopy, copyText } from '#ui/button/clipboard.ts';
import { toastFailure, toastSuccess } from '#ui/feedback/toast.tsx';
import looks from '#ui/theme/looks.module.css';
import { Modal } from './modal.tsx';
import { useLast } from './use-last.ts';

interface SecretDialogProps {
  /** Null while the dialog is closed. */
  secret: string | null;
  words: { secretTitle: string; secretOnce: string; copySecret: string; done: string };
  /** What is needed beside the secret; it stands above it. */
  above?: ReactNode;
  onClose: () => void;
}

/** Shows a new secret once. Only its button closes it, so that the secret is not lost by accident. */
export function SecretDialog({ secret, words, above, onClose }: SecretDialogProps) {
  const shown = useLast(secret);
  const copy = (): void => void copyText(shown ?? '').then(() => toastSuccess(listText.copied), toastFailure);
  return (
    <Modal
      opened={secret !== null}
      onClose={onClose}
      title={words.secretTitle}
      size="lg"
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <Text mb="sm">{words.secretOnce}</Text>
      {above}
      <Box
        component="code"
        display="block"
        className={`${looks.mono} ${looks.code}`}
        style={{ userSelect: 'all', overflowWrap: 'anywhere' }}
      >
        {shown}
      </Box>
      <Group mt="lg" gap="sm">
        {canCopy() && (
          <Button variant="filled" onClick={copy} data-autofocus>
            {words.copySecret}
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          {words.done}
        </Button>
      </Group>
    </Modal>
  );
}
