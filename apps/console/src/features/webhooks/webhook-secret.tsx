import type { Webhook } from '@keyhold/contract';
import { Button, Text } from '@mantine/core';
import { useConfirmation } from '#confirmation/use-confirmation.tsx';
import { webhooksText } from '#text/webhooks.ts';
import { useSecretDialog } from '#ui/dialog/secret-dialog.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { renewSecret } from './webhooks.data.ts';

/** Replaces the secret that signs the deliveries of a webhook. */
export function WebhookSecret({ webhook }: { webhook: Webhook }) {
  const { ask, dialog } = useConfirmation();
  const showSecret = useSecretDialog(webhooksText);
  const renew = (): void =>
    ask({
      words: { title: webhooksText.renew, body: webhooksText.renewBody, confirm: webhooksText.renewConfirm },
      change: { base: webhook, etag: null, intent: 'renew' },
      send: async ({ base }) => showSecret((await renewSecret(base)).secret),
    });
  return (
    <Panel>
      <Text maw="72ch" mb={14}>
        {webhooksText.secretAbout}
      </Text>
      <Button onClick={renew}>{webhooksText.renew}</Button>
      {dialog}
    </Panel>
  );
}
