import * as english from '#i18n/messages/en/general/lists.ts';
import { textsOf } from './texts-of.ts';

export const { listText } = textsOf(english);
