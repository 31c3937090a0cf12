import { wholeNumberSchema } from '../../fields/fields.ts';

/** The minimum and maximum of a product's lease times, in seconds. A lease lasts at least two heartbeats. */
export const leaseTimeBounds = {
  'heartbeat-seconds': [5, 300],
  'lease-seconds': [15, 900],
  'grace-seconds': [0, 14_400],
} as const satisfies Readonly<Record<string, readonly [number, number]>>;

/** The default lease times of a product, in seconds. */
const leaseTimeDefaults: Readonly<Record<keyof typeof leaseTimeBounds, number>> = {
  'heartbeat-seconds': 30,
  'lease-seconds': 90,
  'grace-seconds': 0,
};

/** One of a product's lease times in a request. */
export function leaseTimeInput(field: keyof typeof leaseTimeBounds) {
  const [least, most] = leaseTimeBounds[field];
  const message = `${field} must be a whole number from ${least} to ${most}.`;
  return wholeNumberSchema(least, most, message).default(leaseTimeDefaults[field]);
}
