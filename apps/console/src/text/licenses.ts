import * as english from '#messages/en/licenses.ts';
import { textsOf } from './texts-of.ts';

export const { licensesText, consumersText, offlineText, usageText } = textsOf(english);
