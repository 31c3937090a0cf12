import type { Webhook } from '@keyhold/contract';
import { Box, Button, Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { useConfirmation } from '#confirmation/use-confirmation.tsx';
import { webhooksText } from '#text/webhooks.ts';
import { useLast } from '#ui/dialog/use-last.ts';
import { toastSuccess } from '#ui/feedback/toast.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import looks from '#ui/theme/looks.module.css';
import { renewSecret } from './webhooks.data.ts';

/** Replaces the secret that signs the deliveries of a webhook. */
export function WebhookSecret({ webhook }: { webhook: Webhook }) {
  const { ask, dialog } = useConfirmation();
  const [secret, setSecret] = useState<string | null>(null);
  const renew = (): void =>
    ask({
      words: { title: webhooksText.renew, body: webhooksText.renewBody, confirm: webhooksText.renewConfirm },
      change: { base: webhook, etag: null, intent: 'renew' },
      send: async ({ base }) => setSecret(await renewSecret(base)),
    });
  return (
    <Panel>
      <Text maw="72ch" mb={14}>
        {webhooksText.secretAbout}
      </Text>
      <Button variant="default" onClick={renew}>
        {webhooksText.renew}
      </Button>
      {dialog}
      <SecretDialog secret={secret} onClose={() => setSecret(null)} />
    </Panel>
  );
}

/** Shows a new signing secret once. Only its button closes it, so that the secret is not lost by accident. */
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
