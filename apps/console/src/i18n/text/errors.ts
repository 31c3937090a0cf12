import * as english from '#i18n/messages/en/general/errors.ts';
import { textsOf } from './texts-of.ts';

export const { errorText } = textsOf(english);
