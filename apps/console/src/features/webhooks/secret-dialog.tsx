import { Button, Group, Modal } from '@mantine/core';
import { webhooksText } from '#text/webhooks.ts';
import { useLast } from '#ui/dialog/use-last.ts';
import { toastSuccess } from '#ui/feedback/toast.tsx';
import './secret-dialog.css';

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
      <p className="kh-secret-hint">{webhooksText.secretOnce}</p>
      <code className="kh-secret kh-mono">{shown}</code>
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
