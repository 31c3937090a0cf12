import * as english from '#messages/en/welcome.ts';
import { textsOf } from './texts-of.ts';

export const { welcomeText } = textsOf(english);
