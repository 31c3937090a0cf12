import { resources, webhookEvents } from '@keyhold/contract';
import { Checkbox, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { formText } from '#i18n/text/every-page.ts';
import { eventText, webhooksText } from '#i18n/text/licensing.ts';
import { useCreationForm } from '#records/form/creation-form.tsx';
import { TextFields } from '#records/form/text-fields.tsx';
import { useConfig } from '#session/config.ts';
import type { AccountScope } from '#session/selected-account.ts';
import { useAuthInfo } from '#session/use-session.ts';
import { Form } from '#ui/form/form.tsx';
import looks from '#ui/theme/looks.module.css';
import { createWebhook, type WebhookValues } from './webhooks.data.ts';

interface CreateWebhookProps {
  scope: AccountScope;
  /** Shows the secret of the webhook. */
  onSecret: (secret: string) => void;
}

export function CreateWebhook({ scope, onSecret }: CreateWebhookProps) {
  const { canSwitchAccount } = useAuthInfo();
  const provider = useConfig()['provider-account-id'] === scope.accountId;
  const form = useCreationForm(resources.webhook, { events: [] as WebhookValues['events'], 'every-account': false });
  const create = async (values: typeof form.values): Promise<void> => {
    const { secret } = await createWebhook({ ...values, 'account-id': scope.accountId });
    onSecret(secret);
  };
  return (
    <Form form={form} onSubmit={create} submitLabel={formText.create} busyLabel={formText.creating}>
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

export function WebhookFields<Values extends WebhookValues>({ form }: { form: UseFormReturnType<Values> }) {
  return (
    <>
      <TextFields
        resource={resources.webhook}
        set="update"
        form={form}
        more={{ url: { description: webhooksText.urlHint, placeholder: 'https://' } }}
      />
      <Checkbox.Group
        label={webhooksText.events}
        withAsterisk
        // Above the events, which may be longer than a phone.
        inputWrapperOrder={['label', 'error', 'input']}
        {...form.getInputProps('events')}
      >
        <Stack gap="xs" mt={6}>
          {webhookEvents.map((event) => (
            <Checkbox
              key={event}
              value={event}
              label={eventText[event]}
              description={<span className={looks.mono}>{event}</span>}
              // The group has no element that could get the focus when the form is refused.
              aria-invalid={Boolean(form.errors['events'])}
            />
          ))}
        </Stack>
      </Checkbox.Group>
    </>
  );
}
