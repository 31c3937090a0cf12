import * as english from '#messages/en/activity.ts';
import { textOf } from './text-of.ts';

export const activityText: Readonly<Record<string, string>> = textOf('activityText', english.activityText);
export const arrivedText: Readonly<Record<string, string>> = textOf('arrivedText', english.arrivedText);
export const activityWords = textOf('activityWords', english.activityWords);
export const removedText = textOf('removedText', english.removedText);
