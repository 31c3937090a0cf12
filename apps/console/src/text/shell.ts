import * as english from '#messages/en/shell.ts';
import { textsOf } from './texts-of.ts';

export const { shellText, paletteText } = textsOf(english);
