import * as english from '#i18n/messages/en/licensing/addons.ts';
import { textsOf } from './texts-of.ts';

export const { addonsText } = textsOf(english);
