import * as english from '#i18n/messages/en/people/factors.ts';
import { textsOf } from './texts-of.ts';

export const { factorsText, challengeText, proofText } = textsOf(english);
