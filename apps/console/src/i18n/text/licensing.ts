/** The texts about licensing, loaded with the screens behind the sign-in. */

import * as addons from '#i18n/messages/en/licensing/addons.ts';
import * as applications from '#i18n/messages/en/licensing/applications.ts';
import * as catalogueAddons from '#i18n/messages/en/licensing/catalogue-addons.ts';
import * as explanation from '#i18n/messages/en/licensing/explanation.ts';
import * as giving from '#i18n/messages/en/licensing/giving.ts';
import * as issuing from '#i18n/messages/en/licensing/issuing.ts';
import * as leaseTimes from '#i18n/messages/en/licensing/lease-times.ts';
import * as licenses from '#i18n/messages/en/licensing/licenses.ts';
import * as pools from '#i18n/messages/en/licensing/pools.ts';
import * as products from '#i18n/messages/en/licensing/products.ts';
import * as usage from '#i18n/messages/en/licensing/usage.ts';
import * as webhooks from '#i18n/messages/en/licensing/webhooks.ts';
import { textsOf } from './texts-of.ts';

export const { addonsText } = textsOf(addons);
export const { applicationsText } = textsOf(applications);
export const { catalogueAddonsText } = textsOf(catalogueAddons);
export const { whoText, whyText } = textsOf(explanation);
export const { givingText } = textsOf(giving);
export const { issuingText, termsText, voidText } = textsOf(issuing);
export const { leaseTimesText } = textsOf(leaseTimes);
export const { licensesText, consumersText, offlineText, usageText } = textsOf(licenses);
export const { poolsText } = textsOf(pools);
export const { issuedText, productsText } = textsOf(products);
export const { historyText, reasonText, reasonWithinText, overviewText } = textsOf(usage);
export const { webhooksText, deliveriesText, eventText } = textsOf(webhooks);
