import * as english from '#messages/en/usage.ts';
import { textOf } from './text-of.ts';

export const historyText = textOf('historyText', english.historyText);
export const reasonText = textOf('reasonText', english.reasonText);
export const reasonWithinText = textOf('reasonWithinText', english.reasonWithinText);
export const overviewText = textOf('overviewText', english.overviewText);
