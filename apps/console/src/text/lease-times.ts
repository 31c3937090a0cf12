import { inFigures } from './numbers.ts';

/** Sentences about how long the leases of a product last; for provider staff. */
export const leaseTimesText = {
  title: 'Lease timings',
  intro: 'New timings hold from each lease’s next heartbeat on.',
  product: 'Product',
  heartbeat: 'Heartbeat',
  lease: 'Lease lasts',
  grace: 'Outage grace',
  none: 'None',
  change: 'Change',
  changeOf: (product: string): string => `Change ${product}`,
  formTitle: (product: string): string => `Lease timings of ${product}`,
  heartbeatField: 'Heartbeat every (seconds)',
  heartbeatHint: 'How often an application says that it lives.',
  leaseField: 'Lease lasts (seconds)',
  leaseHint: 'A seat whose application is silent for so long is free again. At least two heartbeats.',
  graceField: 'Outage grace (seconds)',
  graceHint: 'How much longer an application may go on, with its seat reserved, when it cannot reach the server.',
  between: (least: number, most: number): string =>
    `Enter a whole number of seconds from ${inFigures(least)} to ${inFigures(most)}`,
  twoHeartbeats: 'A lease must last at least two heartbeats, so that one may be lost',
  noProductsTitle: 'No products yet',
  noProductsHint: 'Products are added by the command keyhold.',
  save: 'Save',
  saving: 'Saving...',
  saved: 'Lease timings successfully updated',
} as const;

/** A time as people read it: `30 s`, `5 min`, `4 h`. */
export function secondsText(seconds: number): string {
  if (seconds === 0) return leaseTimesText.none;
  if (seconds % 3600 === 0) return `${seconds / 3600} h`;
  return seconds >= 120 && seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}
