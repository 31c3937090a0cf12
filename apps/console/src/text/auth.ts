import * as english from '#messages/en/auth.ts';
import { textsOf } from './texts-of.ts';

export const { authText, fieldText } = textsOf(english);
