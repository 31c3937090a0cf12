import * as english from '#messages/en/dates.ts';
import { textsOf } from './texts-of.ts';

export const { datesText } = textsOf(english);
