import * as english from '#messages/en/users.ts';
import { textsOf } from './texts-of.ts';

export const { usersText, userStatusText } = textsOf(english);
