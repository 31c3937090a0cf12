import * as english from '#i18n/messages/en/people/users.ts';
import { textsOf } from './texts-of.ts';

export const { usersText, userStatusText } = textsOf(english);
