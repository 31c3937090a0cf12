import * as english from '#messages/en/forms.ts';
import { textsOf } from './texts-of.ts';

export const { formText } = textsOf(english);
