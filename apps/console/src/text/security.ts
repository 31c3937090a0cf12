import * as english from '#messages/en/security.ts';
import { textsOf } from './texts-of.ts';

export const { securityText } = textsOf(english);
