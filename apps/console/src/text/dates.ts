import * as english from '#messages/en/dates.ts';
import { textOf } from './text-of.ts';

export const datesText = textOf('datesText', english.datesText);
