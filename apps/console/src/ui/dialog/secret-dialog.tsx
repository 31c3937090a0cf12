import { Box, Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { canCopy, copyWithToast } from '#ui/button/clipboard.ts';
import looks from '#ui/theme/looks.module.css';
import { useOneTimeDialog } from './one-time-dialog.tsx';

type SecretWords = Readonly<Record<'secretTitle' | 'secretOnce' | 'copySecret' | 'done', string>>;

/**
 * Returns the function that shows a new secret once.
 *
 * @param above content above the secret
 */
export function useSecretDialog(words: SecretWords, above?: ReactNode): (secret: string) => void {
  const show = useOneTimeDialog();
  return (secret) => {
    const content = (close: () => void) => (
      <>
        <Text mb="sm">{words.secretOnce}</Text>
        {above}
        <Box component="code" display="block" className={`${looks.mono} ${looks.code}`} style={{ userSelect: 'all' }}>
          {secret}
        </Box>
        <Group mt="lg" gap="sm">
          {canCopy() && (
            <Button variant="filled" onClick={() => copyWithToast(secret)} data-autofocus>
              {words.copySecret}
            </Button>
          )}
          <Button onClick={close}>{words.done}</Button>
        </Group>
      </>
    );
    show({ title: words.secretTitle, size: 'lg', content });
  };
}
