import * as z from 'zod';
import { rn } from '../../fields/common-fields.ts';

/** A place in line, as the waiter sees it. */
export const placeSchema = z
  .object({
    id: z.string(),
    place: z.number().int().meta({ description: '1 is the next.' }),
    'estimate-ms': z.number().int().nullable().meta({
      description: 'The median of the last 14 days’ waiting from this place; null where there were fewer than 20.',
    }),
    'ping-ms': z.number().int().meta({
      description: 'How long the place is kept without an open stream, a long poll or this request again.',
    }),
  })
  .meta({ id: 'Place' });
export type Place = z.infer<typeof placeSchema>;

/** A waiter in line, as others see them. */
export const waiterSchema = z
  .object({
    id: z.string(),
    user: rn,
    'device-name': z.string(),
    class: z.number().int(),
    place: z.number().int(),
    since: z.string().meta({ format: 'date-time' }),
  })
  .meta({ id: 'Waiter' });
export type Waiter = z.infer<typeof waiterSchema>;

/** Why a place in line has ended. */
export const placeEndings = [
  'taken',
  'left',
  'sent-away',
  'lost',
  'offer-expired',
  'too-long',
  'not-eligible',
] as const;
export type PlaceEnding = (typeof placeEndings)[number];

/** How long a place is kept without a sign of its waiter, in milliseconds. */
export const pingMilliseconds = 90_000;
