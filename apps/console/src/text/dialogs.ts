import * as english from '#messages/en/dialogs.ts';
import { textsOf } from './texts-of.ts';

export const { confirmText } = textsOf(english);
