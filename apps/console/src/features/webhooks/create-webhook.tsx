import { Checkbox } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import { useConfig } from '#api/config.ts';
import { createOnceHeader } from '#api/idempotency.ts';
import type { AccountScope } from '#api/selected-account.ts';
import { useAuthInfo } from '#api/use-session.ts';
import { formText } from '#text/forms.ts';
import { webhooksText } from '#text/webhooks.ts';
import { FormModal } from '#ui/dialog/form-modal.tsx';
import { fieldChecks } from '#ui/form/field-checks.ts';
import { Form } from '#ui/form/form.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { WebhookFields, type WebhookValues, webhookFieldsSchema } from './webhook-fields.tsx';
import { createWebhook } from './webhooks.data.ts';

interface CreateWebhookProps {
  opened: boolean;
  onClose: () => void;
  scope: AccountScope;
}

/** The dialog that creates a webhook in the account that is looked at, and after it the one that shows its secret. */
export function CreateWebhook({ opened, onClose, scope }: CreateWebhookProps) {
  const [secret, setSecret] = useState<string | null>(null);
  const done = (made: string): void => {
    onClose();
    setSecret(made);
  };
  return (
    <>
      <FormModal opened={opened} onClose={onClose} title={webhooksText.createTitle}>
        {(cancel) => <CreateWebhookForm scope={scope} onDone={done} cancel={cancel} />}
      </FormModal>
      <SecretDialog secret={secret} onClose={() => setSecret(null)} />
    </>
  );
}

interface Values extends WebhookValues {
  'every-account': boolean;
}

interface CreateFormProps {
  scope: AccountScope;
  onDone: (secret: string) => void;
  cancel: ReactNode;
}

function CreateWebhookForm({ scope, onDone, cancel }: CreateFormProps) {
  const { canSwitchAccount } = useAuthInfo();
  const provider = useConfig()['provider-account-id'] === scope.accountId;
  const [once] = useState(createOnceHeader);
  const form = useForm<Values>({
    initialValues: { url: '', description: '', events: [], 'every-account': false },
    validate: (values) => fieldChecks(webhookFieldsSchema)({ ...values }),
  });
  const create = async (values: Values): Promise<void> => {
    const body = { ...values, 'account-id': scope.accountId };
    onDone((await createWebhook({ body, headers: once(body) })).secret);
  };
  return (
    <Form form={form} onSubmit={create} submitLabel={formText.create} busyLabel={formText.creating} cancel={cancel}>
      <WebhookFields form={form} />
      {provider && canSwitchAccount && (
        <Checkbox
          label={webhooksText.everyAccount}
          description={webhooksText.everyAccountHint}
          {...form.getInputProps('every-account', { type: 'checkbox' })}
        />
      )}
    </Form>
  );
}
