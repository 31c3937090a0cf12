import * as english from '#i18n/messages/en/licensing/webhooks.ts';
import { textsOf } from './texts-of.ts';

export const { webhooksText, deliveriesText, eventText } = textsOf(english);
