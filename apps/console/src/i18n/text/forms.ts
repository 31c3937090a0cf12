import * as english from '#i18n/messages/en/general/forms.ts';
import { textsOf } from './texts-of.ts';

export const { formText } = textsOf(english);
