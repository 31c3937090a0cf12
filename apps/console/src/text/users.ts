import * as english from '#messages/en/users.ts';
import { textOf } from './text-of.ts';

export const usersText = textOf('usersText', english.usersText);
export const userStatusText = textOf('userStatusText', english.userStatusText);
