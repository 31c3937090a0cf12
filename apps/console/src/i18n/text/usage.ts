import * as english from '#i18n/messages/en/licensing/usage.ts';
import { textsOf } from './texts-of.ts';

export const { historyText, reasonText, reasonWithinText, overviewText } = textsOf(english);
