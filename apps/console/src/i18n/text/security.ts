import * as english from '#i18n/messages/en/people/security.ts';
import { textsOf } from './texts-of.ts';

export const { securityText } = textsOf(english);
