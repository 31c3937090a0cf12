import * as english from '#messages/en/factors.ts';
import { textsOf } from './texts-of.ts';

export const { factorsText, challengeText, proofText } = textsOf(english);
