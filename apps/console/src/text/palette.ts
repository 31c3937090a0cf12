import * as english from '#messages/en/palette.ts';
import { textOf } from './text-of.ts';

export const paletteText = textOf('paletteText', english.paletteText);
