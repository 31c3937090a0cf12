import * as english from '#messages/en/activity.ts';
import { textsOf } from './texts-of.ts';

const texts = textsOf(english);
export const { activityWords, removedText } = texts;
/** By the action of an entry. */
export const activityText: Readonly<Record<string, string>> = texts.activityText;
export const arrivedText: Readonly<Record<string, string>> = texts.arrivedText;
