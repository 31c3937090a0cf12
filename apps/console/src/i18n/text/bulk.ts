import * as english from '#i18n/messages/en/general/bulk.ts';
import { textsOf } from './texts-of.ts';

export const { bulkText } = textsOf(english);
