import * as english from '#i18n/messages/en/general/shell.ts';
import { textsOf } from './texts-of.ts';

export const { shellText, paletteText } = textsOf(english);
