import * as english from '#messages/en/usage.ts';
import { textsOf } from './texts-of.ts';

export const { historyText, reasonText, reasonWithinText, overviewText } = textsOf(english);
