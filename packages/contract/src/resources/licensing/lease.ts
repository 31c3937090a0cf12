import * as z from 'zod';

/** A seat that an application holds for a while. Both durations are milliseconds from the moment the call was sent. */
export const leaseSchema = z
  .object({
    id: z.string(),
    epoch: z.number().int(),
    license: z.string().meta({ format: 'rn' }),
    'expires-in-ms': z.number().int(),
    'next-heartbeat-ms': z.number().int(),
    /** How long the license goes on after its end; null where it does not. */
    'grace-until': z.string().nullable().meta({ format: 'date-time' }),
    token: z.string(),
  })
  .meta({ id: 'Lease' });
export type Lease = z.infer<typeof leaseSchema>;
