import * as english from '#i18n/messages/en/licensing/lease-times.ts';
import { textsOf } from './texts-of.ts';

export const { leaseTimesText } = textsOf(english);
