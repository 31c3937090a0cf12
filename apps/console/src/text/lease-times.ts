import * as english from '#messages/en/lease-times.ts';
import { textOf } from './text-of.ts';

export const leaseTimesText = textOf('leaseTimesText', english.leaseTimesText);
