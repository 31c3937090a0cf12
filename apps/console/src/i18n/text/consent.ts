import * as english from '#i18n/messages/en/people/consent.ts';
import { textsOf } from './texts-of.ts';

export const { applicationsText } = textsOf(english);
