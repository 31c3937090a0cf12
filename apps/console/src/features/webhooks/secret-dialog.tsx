import { Box, Button, Group, Modal, Text } from '@mantine/core';
import { webhooksText } from '#text/webhooks.ts';
import { useLast } from '#ui/dialog/use-last.ts';
import { toastSuccess } from '#ui/feedback/toast.tsx';
import looks from '#ui/theme/looks.module.css';

/** Shows a new signing secret this once; only its button closes it, so that it is not lost by a slip. */
export function SecretDialog({ secret, onClose }: { secret: string | null; onClose: () => void }) {
  const shown = useLast(secret);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(shown ?? '');
    toastSuccess(webhooksText.copied);
  };
  return (
    <Modal
      opened={secret !== null}
      onClose={onClose}
      title={webhooksText.secretTitle}
      size="lg"
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <Text mb="sm">{webhooksText.secretOnce}</Text>
      <Box component="code" display="block" className={`${looks.mono} ${looks.code}`} style={{ userSelect: 'all' }}>
        {shown}
      </Box>
      <Group mt="lg" gap="sm">
        {/* Browsers offer no clipboard on plain http; a button that cannot work is not shown. */}
        {navigator.clipboard && (
          <Button onClick={() => void copy()} data-autofocus>
            {webhooksText.copySecret}
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          {webhooksText.done}
        </Button>
      </Group>
    </Modal>
  );
}
