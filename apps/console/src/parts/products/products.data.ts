import { calls } from '@keyhold/contract';
import { productQuery } from '#data/catalogue.ts';
import { leaseTimesText } from '#i18n/text/licensing.ts';
import { recordMutation } from '#server/mutation/call-mutations.ts';
import type { LeaseTimes } from './lease-times.ts';

/** Sets the lease times of a product; everything else stays as the user saw them. */
export const setLeaseTimes = recordMutation(calls.updateProduct, {
  query: productQuery,
  body: (times: LeaseTimes, { name, description = '', 'token-alg': alg }) => ({
    ...{ name, description, 'token-alg': alg },
    ...times,
  }),
  success: leaseTimesText.saved,
});
