import * as english from '#messages/en/applications.ts';
import { textOf } from './text-of.ts';

export const applicationsText = textOf('applicationsText', english.applicationsText);
