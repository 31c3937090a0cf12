import * as english from '#i18n/messages/en/licensing/applications.ts';
import { textsOf } from './texts-of.ts';

export const { registeredApplicationsText } = textsOf(english);
