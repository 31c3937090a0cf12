import * as z from 'zod';
import { productSchema } from './resources.ts';

/** The bounds of a product's lease times, in seconds: least and most. A lease lasts at least two heartbeats. */
export const leaseTimeBounds = {
  'heartbeat-seconds': [5, 300],
  'lease-seconds': [15, 900],
  'grace-seconds': [0, 14_400],
} as const satisfies Readonly<Record<string, readonly [number, number]>>;

/** The times that a product has unless it is given others, in seconds. */
export const leaseTimeDefaults: Readonly<Record<keyof typeof leaseTimeBounds, number>> = {
  'heartbeat-seconds': 30,
  'lease-seconds': 90,
  'grace-seconds': 0,
};

const seconds = z.number().int();

/** A product of the catalogue with the times of its leases, as provider staff see it. */
export const timedProductSchema = productSchema
  .extend({
    /** How often a client is asked to say that it lives. */
    'heartbeat-seconds': seconds,
    /** How long a lease lasts without a heartbeat. */
    'lease-seconds': seconds,
    /** How much longer a seat stays reserved for a client that cannot reach the server. */
    'grace-seconds': seconds,
  })
  .meta({ id: 'TimedProduct' });
export type TimedProduct = z.infer<typeof timedProductSchema>;
