import * as z from 'zod';

/** What a program reads of a failure: a stable code, and the field of the request it is about, if it is about one. */
export const problemSchema = z
  .object({
    code: z.string(),
    path: z.string().optional(),
    message: z.string(),
  })
  .meta({ id: 'Problem' });
export type Problem = z.infer<typeof problemSchema>;

/** The fields that every reply carries and a client strips (specification, section 7). */
export const envelopeFields = ['success', 'status-code', 'reply-to', 'errors', 'warnings'] as const;

/** The envelope of a success; a call's own payload stands beside these fields. */
export const successEnvelopeSchema = z
  .object({
    success: z.literal(true),
    'status-code': z.number().int(),
    'reply-to': z.string(),
    errors: z.array(z.string()).length(0),
    warnings: z.array(z.string()),
  })
  .meta({ id: 'Success' });

/** The envelope of a failure: `errors` are sentences for people, `problems` are for programs. */
export const failureEnvelopeSchema = z
  .looseObject({
    success: z.literal(false),
    'status-code': z.number().int(),
    'reply-to': z.string(),
    errors: z.array(z.string()).min(1),
    warnings: z.array(z.string()),
    problems: z.array(problemSchema),
  })
  .meta({ id: 'Failure' });
export type FailureEnvelope = z.infer<typeof failureEnvelopeSchema>;
