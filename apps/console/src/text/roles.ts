import * as english from '#messages/en/roles.ts';
import { textsOf } from './texts-of.ts';

export const { rolesText } = textsOf(english);
