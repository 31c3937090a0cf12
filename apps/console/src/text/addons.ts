import * as english from '#messages/en/addons.ts';
import { textsOf } from './texts-of.ts';

export const { addonsText } = textsOf(english);
