import * as english from '#i18n/messages/en/people/single-sign-on.ts';
import { textsOf } from './texts-of.ts';

export const { singleSignOnText } = textsOf(english);
