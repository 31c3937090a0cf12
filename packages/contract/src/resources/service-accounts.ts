import * as z from 'zod';
import { boundedList, limitedText } from '../fields/bounds.ts';
import { endInputSchema } from '../fields/fields.ts';
import { rnSchema } from '../fields/rn-schema.ts';
import { ownPolicySchema } from '../policies/policy.ts';

/** The maximum number of service accounts of an account. */
export const serviceAccountLimit = 200;
/** The maximum number of tokens of a service account. */
export const tokenLimit = 50;
/** The maximum lifetime of a token, in years. */
export const tokenYears = 2;

/** The roles of a service account in a request. */
export const ownRolesSchema = boundedList(rnSchema, 100, 'A service account has at most 100 roles.').default([]);
/** The own policies of a service account in a request. */
export const ownPoliciesSchema = boundedList(ownPolicySchema, 20, 'A service account has at most 20 policies.').default(
  [],
);

/** The expiry of a token in a request. */
export const tokenEndSchema = endInputSchema.meta({ description: `At most ${tokenYears} years from now.` });

const notCidr = 'Addresses are written as 192.0.2.0/24 or 2001:db8::/32; a single one as 192.0.2.7/32.';
/** A text that is short enough to be a range of addresses, an IPv6 address with eight groups at most. */
function rangeText() {
  return limitedText(43, notCidr);
}

/** Where a token is valid: ranges of addresses (CIDR); everywhere if there is none. */
export const addressRangesSchema = boundedList(
  z.union([rangeText().check(z.cidrv4()), rangeText().check(z.cidrv6())], notCidr),
  50,
  'A token names at most 50 ranges of addresses.',
);
