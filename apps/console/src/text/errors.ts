import * as english from '#messages/en/errors.ts';
import { textsOf } from './texts-of.ts';

export const { errorText } = textsOf(english);
