import * as english from '#messages/en/sessions.ts';
import { textOf } from './text-of.ts';

export const sessionsText = textOf('sessionsText', english.sessionsText);
