import * as english from '#messages/en/factors.ts';
import { textOf } from './text-of.ts';

export const factorsText = textOf('factorsText', english.factorsText);
export const challengeText = textOf('challengeText', english.challengeText);
export const proofText = textOf('proofText', english.proofText);
