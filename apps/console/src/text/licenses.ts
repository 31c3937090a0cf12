import * as english from '#messages/en/licenses.ts';
import { textOf } from './text-of.ts';

export const licensesText = textOf('licensesText', english.licensesText);
export const consumersText = textOf('consumersText', english.consumersText);
export const usageText = textOf('usageText', english.usageText);
