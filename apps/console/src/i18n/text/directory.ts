import * as english from '#i18n/messages/en/people/directory.ts';
import { textsOf } from './texts-of.ts';

export const { directoryText } = textsOf(english);
