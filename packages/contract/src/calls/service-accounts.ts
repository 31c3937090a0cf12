import * as z from 'zod';
import { action, call, idParams, itemOf, itemsOf, listQuery } from '../call.ts';
import { timeInputSchema } from '../fields.ts';
import { ownPolicySchema } from '../policy.ts';
import { textsWith } from '../resource.ts';
import { resources, serviceAccountSchema, serviceAccountTokenSchema } from '../resources.ts';
import { rnSchema } from '../rn.ts';

/** Most service accounts of an account. */
export const serviceAccountLimit = 200;
/** Most tokens of a service account. */
export const tokenLimit = 50;
/** The longest time for which a token is made, in years. */
export const tokenYears = 2;

/** What a service account may do, as a request states it. */
const rights = {
  roles: z.array(rnSchema).max(100, 'A service account has at most 100 roles.').default([]),
  policies: z.array(ownPolicySchema).max(20, 'A service account has at most 20 policies.').default([]),
};

export const listServiceAccounts = call('listServiceAccounts', 'iam', 'GET /iam/v1/service-accounts', {
  summary: 'The service accounts of the own account, or of any for provider staff',
  access: action('iam:ListServiceAccounts'),
  query: listQuery([...textsWith(resources.serviceAccount, 'sorted'), 'created-on', 'updated-on']).extend({
    account: z.string().optional(),
  }),
  output: itemsOf(serviceAccountSchema),
});

export const getServiceAccount = call('getServiceAccount', 'iam', 'GET /iam/v1/service-accounts/{id}', {
  summary: 'A service account',
  access: action('iam:GetServiceAccount'),
  params: idParams,
  output: itemOf(serviceAccountSchema),
});

export const createServiceAccount = call('createServiceAccount', 'iam', 'POST /iam/v1/service-accounts', {
  summary: 'Create a service account, with no more rights than the caller has',
  access: action('iam:CreateServiceAccount'),
  status: 201,
  body: z.strictObject({
    ...resources.serviceAccount.create,
    ...rights,
    'account-id': z.string({ error: 'account-id is missing: say which account the service account belongs to.' }),
  }),
  output: itemOf(serviceAccountSchema),
});

export const updateServiceAccount = call('updateServiceAccount', 'iam', 'PUT /iam/v1/service-accounts/{id}', {
  summary: 'Change a service account and what it may do',
  access: action('iam:UpdateServiceAccount'),
  params: idParams,
  body: z.strictObject({ ...resources.serviceAccount.update, ...rights }),
  output: itemOf(serviceAccountSchema),
});

export const deleteServiceAccount = call('deleteServiceAccount', 'iam', 'DELETE /iam/v1/service-accounts/{id}', {
  summary: 'Delete a service account; its tokens open nothing from then on',
  access: action('iam:DeleteServiceAccount'),
  params: idParams,
});

export const listServiceAccountTokens = call(
  'listServiceAccountTokens',
  'iam',
  'GET /iam/v1/service-accounts/{id}/tokens',
  {
    summary: 'The tokens of a service account, never their secrets',
    access: action('iam:GetServiceAccount'),
    params: idParams,
    query: listQuery([...textsWith(resources.serviceAccountToken, 'sorted'), 'created-on', 'expires-on']),
    output: itemsOf(serviceAccountTokenSchema),
  },
);

const notCidr = 'Addresses are written as 192.0.2.0/24 or 2001:db8::/32; a single one as 192.0.2.7/32.';
/** Where a token is good: ranges of addresses (CIDR); everywhere if there is none. */
export const addressRangesSchema = z
  .array(z.union([z.cidrv4(), z.cidrv6()], notCidr))
  .max(50, 'A token names at most 50 ranges of addresses.');

export const createServiceAccountToken = call(
  'createServiceAccountToken',
  'iam',
  'POST /iam/v1/service-accounts/{id}/tokens',
  {
    summary: 'Make a token of a service account; its secret is answered this once',
    access: action('iam:UpdateServiceAccount'),
    proof: 'always',
    status: 201,
    params: idParams,
    body: z.strictObject({
      ...resources.serviceAccountToken.create,
      'expires-on': timeInputSchema.meta({ description: `At most ${tokenYears} years from now.` }),
      addresses: addressRangesSchema.default([]),
    }),
    output: z.object({ item: serviceAccountTokenSchema, secret: z.string() }),
  },
);

export const deleteServiceAccountToken = call(
  'deleteServiceAccountToken',
  'iam',
  'DELETE /iam/v1/service-accounts/{id}/tokens/{tid}',
  {
    summary: 'Revoke a token: it opens nothing from then on',
    access: action('iam:UpdateServiceAccount'),
    params: idParams.extend({ tid: z.string() }),
  },
);
