import * as english from '#messages/en/tags.ts';
import { textsOf } from './texts-of.ts';

export const { tagsText } = textsOf(english);
