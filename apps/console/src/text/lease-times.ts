import * as english from '#messages/en/lease-times.ts';
import { textsOf } from './texts-of.ts';

export const { leaseTimesText } = textsOf(english);
