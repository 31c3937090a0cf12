import * as english from '#i18n/messages/en/licensing/explanation.ts';
import { textsOf } from './texts-of.ts';

export const { whoText, whyText } = textsOf(english);
