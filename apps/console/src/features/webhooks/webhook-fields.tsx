import {
  descriptionSchema,
  type WebhookEvent,
  webhookEvents,
  webhookEventsSchema,
  webhookUrlSchema,
} from '@keyhold/contract';
import { Checkbox, Stack, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import * as z from 'zod';
import { fieldNames } from '#text/fields.ts';
import { eventText, webhooksText } from '#text/webhooks.ts';
import looks from '#ui/theme/looks.module.css';

export interface WebhookValues {
  url: string;
  description: string;
  events: WebhookEvent[];
}

export const webhookFieldsSchema = z.object({
  url: webhookUrlSchema,
  description: descriptionSchema,
  events: webhookEventsSchema,
});

export function WebhookFields<Values extends WebhookValues>({ form }: { form: UseFormReturnType<Values> }) {
  return (
    <>
      <TextInput
        type="url"
        data-autofocus
        label={webhooksText.url}
        description={webhooksText.urlHint}
        placeholder="https://"
        withAsterisk
        {...form.getInputProps('url')}
      />
      <Textarea
        label={fieldNames.description}
        autosize
        minRows={1}
        maxRows={6}
        {...form.getInputProps('description')}
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
