import type { Webhook } from '@keyhold/contract';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useConfirmation } from '#confirmation/use-confirmation.tsx';
import { webhooksText } from '#text/webhooks.ts';
import { SecretDialog } from '#ui/dialog/secret-dialog.tsx';
import { Panel } from '#ui/layout/panel.tsx';
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
      <Button onClick={renew}>{webhooksText.renew}</Button>
      {dialog}
      <SecretDialog secret={secret} words={webhooksText} onClose={() => setSecret(null)} />
    </Panel>
  );
}
