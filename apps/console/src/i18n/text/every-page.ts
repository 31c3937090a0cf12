/** The texts of what every page loads, the sign-in page too. */

import * as errors from '#i18n/messages/en/general/errors.ts';
import * as forms from '#i18n/messages/en/general/forms.ts';
import * as lists from '#i18n/messages/en/general/lists.ts';
import * as shell from '#i18n/messages/en/general/shell.ts';
import * as auth from '#i18n/messages/en/people/auth.ts';
import { textsOf } from './texts-of.ts';

export const { authText, fieldText } = textsOf(auth);
export const { errorText } = textsOf(errors);
export const { formText } = textsOf(forms);
export const { listText } = textsOf(lists);
export const { shellText, paletteText } = textsOf(shell);
