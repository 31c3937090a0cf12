import * as english from '#messages/en/dialogs.ts';
import { textOf } from './text-of.ts';

export const confirmText = textOf('confirmText', english.confirmText);
