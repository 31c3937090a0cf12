/** The texts of several areas, loaded with the screens behind the sign-in. */

import * as bulk from '#i18n/messages/en/general/bulk.ts';
import * as dates from '#i18n/messages/en/general/dates.ts';
import * as dialogs from '#i18n/messages/en/general/dialogs.ts';
import * as fields from '#i18n/messages/en/general/fields.ts';
import * as firstSteps from '#i18n/messages/en/general/first-steps.ts';
import * as welcome from '#i18n/messages/en/general/welcome.ts';
import { textsOf } from './texts-of.ts';

export const { bulkText } = textsOf(bulk);
export const { datesText } = textsOf(dates);
export const { confirmText } = textsOf(dialogs);
export const { fieldNames } = textsOf(fields);
export const { firstStepsText } = textsOf(firstSteps);
export const { welcomeText } = textsOf(welcome);
