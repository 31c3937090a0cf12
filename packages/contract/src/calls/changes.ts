import * as z from 'zod';
import { call } from '../call.ts';

export const watchChanges = call('watchChanges', 'events', 'GET /events/v1/changes', {
  summary: 'What changes in an account, or in several, as server-sent events, so that an open screen can follow',
  access: { kind: 'signed-in', serviceAccounts: true },
  query: z.object({
    account: z
      .string()
      .optional()
      .meta({ description: 'Ids of at most ten accounts, separated by commas; the own one unless said.' }),
    past: z.coerce.number().int().min(0).max(60).optional().meta({
      description: 'Seconds before now whose changes are sent first, for a console that asked for its contents before.',
    }),
  }),
  answers: 'events',
});

/** The data of a `changed` event: the types and the ids of the resources that changed. */
export const changeSchema = z.object({ types: z.array(z.string()), ids: z.array(z.string()) }).meta({ id: 'Change' });
export type Change = z.infer<typeof changeSchema>;
