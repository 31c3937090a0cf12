import * as english from '#messages/en/tags.ts';
import { textOf } from './text-of.ts';

export const tagsText = textOf('tagsText', english.tagsText);
