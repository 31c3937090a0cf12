import * as english from '#i18n/messages/en/licensing/licenses.ts';
import { textsOf } from './texts-of.ts';

export const { licensesText, consumersText, offlineText, usageText } = textsOf(english);
