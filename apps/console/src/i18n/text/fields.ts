import * as english from '#i18n/messages/en/general/fields.ts';
import { textsOf } from './texts-of.ts';

export const { fieldNames } = textsOf(english);
