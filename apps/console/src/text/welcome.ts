import * as english from '#messages/en/welcome.ts';
import { textOf } from './text-of.ts';

export const welcomeText = textOf('welcomeText', english.welcomeText);
