import * as english from '#i18n/messages/en/people/sessions.ts';
import { textsOf } from './texts-of.ts';

export const { sessionsText } = textsOf(english);
