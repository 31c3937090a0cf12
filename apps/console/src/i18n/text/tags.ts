import * as english from '#i18n/messages/en/people/tags.ts';
import { textsOf } from './texts-of.ts';

export const { tagsText } = textsOf(english);
