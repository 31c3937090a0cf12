import * as english from '#messages/en/addons.ts';
import { textOf } from './text-of.ts';

export const addonsText = textOf('addonsText', english.addonsText);
