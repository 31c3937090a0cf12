import { leaseTimeBounds, type TimedProduct } from '@keyhold/contract';
import { leaseTimesText } from '#text/lease-times.ts';
import { wholeNumber } from './ending.ts';

export type LeaseTimes = Pick<TimedProduct, keyof typeof leaseTimeBounds>;
/** The same as they are typed. */
export type TypedTimes = Record<keyof LeaseTimes, string>;

export const leaseTimeFields = Object.keys(leaseTimeBounds) as (keyof LeaseTimes)[];

function forEachField<Value>(value: (field: keyof LeaseTimes) => Value): Record<keyof LeaseTimes, Value> {
  return Object.fromEntries(leaseTimeFields.map((field) => [field, value(field)])) as Record<keyof LeaseTimes, Value>;
}

/** The times of a product as a form shows them. */
export function typedTimes(product: LeaseTimes): TypedTimes {
  return forEachField((field) => String(product[field]));
}

/** A field as a number within its bounds; null when it is none. */
function timeOf(typed: TypedTimes, field: keyof LeaseTimes): number | null {
  const [least, most] = leaseTimeBounds[field];
  const text = typed[field].trim();
  const value = text === '0' ? 0 : wholeNumber(text, most);
  return value !== null && value >= least ? value : null;
}

/** What is typed as numbers. Call it when {@link checkTimes} finds nothing. */
export function timesOf(typed: TypedTimes): LeaseTimes {
  return forEachField((field) => timeOf(typed, field) ?? 0);
}

export function checkTimes(typed: TypedTimes): Partial<TypedTimes> {
  const errors: Partial<TypedTimes> = {};
  for (const field of leaseTimeFields) {
    const [least, most] = leaseTimeBounds[field];
    if (timeOf(typed, field) === null) errors[field] = leaseTimesText.between({ least, most });
  }
  const heartbeat = timeOf(typed, 'heartbeat-seconds');
  const lease = timeOf(typed, 'lease-seconds');
  if (heartbeat !== null && lease !== null && lease < 2 * heartbeat) {
    errors['lease-seconds'] = leaseTimesText.twoHeartbeats;
  }
  return errors;
}
