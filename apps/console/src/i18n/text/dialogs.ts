import * as english from '#i18n/messages/en/general/dialogs.ts';
import { textsOf } from './texts-of.ts';

export const { confirmText } = textsOf(english);
