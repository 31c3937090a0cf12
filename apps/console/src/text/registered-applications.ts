import * as english from '#messages/en/registered-applications.ts';
import { textOf } from './text-of.ts';

export const registeredApplicationsText = textOf('registeredApplicationsText', english.registeredApplicationsText);
