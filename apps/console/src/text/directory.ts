import * as english from '#messages/en/directory.ts';
import { textOf } from './text-of.ts';

export const directoryText = textOf('directoryText', english.directoryText);
