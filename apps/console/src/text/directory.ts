import * as english from '#messages/en/directory.ts';
import { textsOf } from './texts-of.ts';

export const { directoryText } = textsOf(english);
