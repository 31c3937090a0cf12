import * as english from '#messages/en/security.ts';
import { textOf } from './text-of.ts';

export const securityText = textOf('securityText', english.securityText);
