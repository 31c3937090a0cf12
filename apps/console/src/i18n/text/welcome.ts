import * as english from '#i18n/messages/en/general/welcome.ts';
import { textsOf } from './texts-of.ts';

export const { welcomeText } = textsOf(english);
