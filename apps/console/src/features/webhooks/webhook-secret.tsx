import { calls } from '@keyhold/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { client } from '#api/client.ts';
import { refresh } from '#api/query-client.ts';
import { webhooksText } from '#text/webhooks.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Panel } from '#ui/panel.tsx';
import { SecretDialog } from './secret-dialog.tsx';

/** Replaces the secret that signs what a webhook is told. */
export function WebhookSecret({ id }: { id: string }) {
  const [asked, setAsked] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const renew = async (): Promise<void> => {
    const reply = await client.send(calls.renewWebhookSecret, { params: { id } });
    await refresh('webhook');
    setAsked(false);
    setSecret(reply.secret);
  };
  return (
    <Panel>
      <p className="kh-prose" style={{ marginTop: 0 }}>
        {webhooksText.secretAbout}
      </p>
      <Button variant="default" onClick={() => setAsked(true)}>
        {webhooksText.renew}
      </Button>
      <ConfirmDialog
        opened={asked}
        title={webhooksText.renew}
        confirmLabel={webhooksText.renewConfirm}
        cancelLabel={webhooksText.cancel}
        onConfirm={renew}
        onClose={() => setAsked(false)}
      >
        {webhooksText.renewBody}
      </ConfirmDialog>
      <SecretDialog secret={secret} onClose={() => setSecret(null)} />
    </Panel>
  );
}
