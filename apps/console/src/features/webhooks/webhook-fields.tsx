import { resources, type Webhook, webhookEvents } from '@keyhold/contract';
import { Checkbox, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import * as z from 'zod';
import { eventText, webhooksText } from '#text/webhooks.ts';
import { TextFields } from '#ui/form/text-fields.tsx';
import looks from '#ui/theme/looks.module.css';

export const webhookFieldsSchema = z.object(resources.webhook.update).omit({ enabled: true });

export type WebhookValues = Pick<Webhook, keyof typeof webhookFieldsSchema.shape>;

export function WebhookFields<Values extends WebhookValues>({ form }: { form: UseFormReturnType<Values> }) {
  return (
    <>
      <TextFields
        of={resources.webhook}
        set="update"
        form={form}
        more={{ url: { description: webhooksText.urlHint, placeholder: 'https://' } }}
      />
      <Checkbox.Group label={webhooksText.events} withAsterisk {...form.getInputProps('events')}>
        <Stack gap="xs" mt={6}>
          {webhookEvents.map((event) => (
            <Checkbox
              key={event}
              value={event}
              label={eventText[event]}
              description={<span className={looks.mono}>{event}</span>}
            />
          ))}
        </Stack>
      </Checkbox.Group>
    </>
  );
}
