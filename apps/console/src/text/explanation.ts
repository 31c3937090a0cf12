import * as english from '#messages/en/explanation.ts';
import { textOf } from './text-of.ts';

export const whoText = textOf('whoText', english.whoText);
export const whyText = textOf('whyText', english.whyText);
