import * as z from 'zod';
import { call } from '../call.ts';
import { emptyBeyond, idLimit } from '../fields/bounds.ts';
import { queryNumberSchema } from '../fields/fields.ts';

export const watchChanges = call('watchChanges', 'events', 'GET /events/v1/changes', {
  summary: 'The changes in one or several accounts, as server-sent events, for live screens',
  access: { kind: 'signed-in', serviceAccounts: true },
  query: z.object({
    account: z
      .string()
      .check(emptyBeyond(4 * idLimit))
      .optional()
      .meta({ description: 'Ids of at most ten accounts, separated by commas; the caller’s account by default.' }),
    past: queryNumberSchema(0, 60, 'past must be a whole number of seconds from 0 to 60.').optional().meta({
      description:
        'Sends the changes of the last so many seconds first, for a console that fetched its contents earlier.',
    }),
  }),
  answers: 'events',
});

/**
 * The data of a `changed` event: the types and the ids of the resources that changed, and the id of the request that
 * changed them, as its reply has it in `reply-to`; null when no request did.
 */
export const changeSchema = z
  .object({ types: z.array(z.string()), ids: z.array(z.string()), request: z.string().nullable().default(null) })
  .meta({ id: 'Change' });
export type Change = z.infer<typeof changeSchema>;
