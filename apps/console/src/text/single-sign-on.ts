import * as english from '#messages/en/single-sign-on.ts';
import { textsOf } from './texts-of.ts';

export const { singleSignOnText } = textsOf(english);
