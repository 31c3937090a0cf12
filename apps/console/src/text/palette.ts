import * as english from '#messages/en/palette.ts';
import { textsOf } from './texts-of.ts';

export const { paletteText } = textsOf(english);
