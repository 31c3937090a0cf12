/** The texts of second factors and sessions, which a sign-in may need. */

import * as factors from '#i18n/messages/en/people/factors.ts';
import * as sessions from '#i18n/messages/en/people/sessions.ts';
import { textsOf } from './texts-of.ts';

export const { factorsText, challengeText, proofText } = textsOf(factors);
export const { sessionsText } = textsOf(sessions);
