import * as english from '#messages/en/sessions.ts';
import { textsOf } from './texts-of.ts';

export const { sessionsText } = textsOf(english);
