import * as english from '#messages/en/shell.ts';
import { textOf } from './text-of.ts';

export const shellText = textOf('shellText', english.shellText);
