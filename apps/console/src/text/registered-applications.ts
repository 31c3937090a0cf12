import * as english from '#messages/en/registered-applications.ts';
import { textsOf } from './texts-of.ts';

export const { registeredApplicationsText } = textsOf(english);
