import * as english from '#messages/en/lists.ts';
import { textsOf } from './texts-of.ts';

export const { listText } = textsOf(english);
