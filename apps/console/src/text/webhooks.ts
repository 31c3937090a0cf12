import * as english from '#messages/en/webhooks.ts';
import { textsOf } from './texts-of.ts';

export const { webhooksText, deliveriesText, eventText } = textsOf(english);
