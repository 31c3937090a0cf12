import * as english from '#messages/en/explanation.ts';
import { textsOf } from './texts-of.ts';

export const { whoText, whyText } = textsOf(english);
