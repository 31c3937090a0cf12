import * as english from '#i18n/messages/en/general/activity.ts';
import { textsOf } from './texts-of.ts';

const texts = textsOf(english);
export const { activityWords, removedText } = texts;
/** The sentences by the action of an entry. */
export const activityText: Readonly<Record<string, string>> = texts.activityText;
/** The actions that are sentences of their own. */
export const sentenceText: Readonly<Record<string, string>> = texts.sentenceText;
export const arrivedText: Readonly<Record<string, string>> = texts.arrivedText;
