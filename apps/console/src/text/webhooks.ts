import * as english from '#messages/en/webhooks.ts';
import { textOf } from './text-of.ts';

export const webhooksText = textOf('webhooksText', english.webhooksText);
export const deliveriesText = textOf('deliveriesText', english.deliveriesText);
export const eventText = textOf('eventText', english.eventText);
