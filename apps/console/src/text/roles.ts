import * as english from '#messages/en/roles.ts';
import { textOf } from './text-of.ts';

export const rolesText = textOf('rolesText', english.rolesText);
