import * as english from '#i18n/messages/en/general/dates.ts';
import { textsOf } from './texts-of.ts';

export const { datesText } = textsOf(english);
