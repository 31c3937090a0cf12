import { leaseTimeBounds, type TimedProduct } from '@keyhold/contract';
import { leaseTimesText } from '#i18n/text/licensing.ts';

export type LeaseTimes = Pick<TimedProduct, keyof typeof leaseTimeBounds>;

export const leaseTimeFields = Object.keys(leaseTimeBounds) as (keyof LeaseTimes)[];

/** The errors in the times of a form, whose fields may be empty. */
export function checkTimes(times: LeaseTimes): Partial<Record<keyof LeaseTimes, string>> {
  const errors: Partial<Record<keyof LeaseTimes, string>> = {};
  for (const field of leaseTimeFields) {
    const [least, most] = leaseTimeBounds[field];
    const time = times[field];
    if (!Number.isInteger(time) || time < least || time > most) errors[field] = leaseTimesText.between({ least, most });
  }
  const valid = !errors['heartbeat-seconds'] && !errors['lease-seconds'];
  if (valid && times['lease-seconds'] < 2 * times['heartbeat-seconds']) {
    errors['lease-seconds'] = leaseTimesText.twoHeartbeats;
  }
  return errors;
}
