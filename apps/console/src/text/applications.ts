import * as english from '#messages/en/applications.ts';
import { textsOf } from './texts-of.ts';

export const { applicationsText } = textsOf(english);
