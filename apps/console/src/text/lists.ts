import * as english from '#messages/en/lists.ts';
import { textOf } from './text-of.ts';

export const listText = textOf('listText', english.listText);
