import * as z from 'zod';
import { action, call, idParams, itemOf, itemsOf, listQuery } from '../../call.ts';
import { anyId } from '../../fields/bounds.ts';
import { textsWith } from '../../fields/resource.ts';
import { resources, serviceAccountSchema, serviceAccountTokenSchema } from '../../resources/resources.ts';

export const listServiceAccounts = call('listServiceAccounts', 'iam', 'GET /iam/v1/service-accounts', {
  summary: 'The service accounts of the own account, or of any for provider staff',
  access: action('iam:ListServiceAccounts'),
  query: listQuery([...textsWith(resources.serviceAccount, 'sorted'), 'created-on', 'updated-on']).extend({
    account: anyId().optional(),
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
  summary: 'Create a service account with at most the caller’s permissions',
  access: action('iam:CreateServiceAccount'),
  status: 201,
  body: z.strictObject({
    ...resources.serviceAccount.create,
    'account-id': anyId('account-id is missing: say which account the service account belongs to.'),
  }),
  output: itemOf(serviceAccountSchema),
});

export const updateServiceAccount = call('updateServiceAccount', 'iam', 'PUT /iam/v1/service-accounts/{id}', {
  summary: 'Change a service account, its roles and its policies',
  access: action('iam:UpdateServiceAccount'),
  params: idParams,
  body: z.strictObject(resources.serviceAccount.update),
  output: itemOf(serviceAccountSchema),
});

export const deleteServiceAccount = call('deleteServiceAccount', 'iam', 'DELETE /iam/v1/service-accounts/{id}', {
  summary: 'Delete a service account and revoke its tokens',
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

export const createServiceAccountToken = call(
  'createServiceAccountToken',
  'iam',
  'POST /iam/v1/service-accounts/{id}/tokens',
  {
    summary: 'Create a token of a service account; its secret is returned only here',
    access: action('iam:UpdateServiceAccount'),
    proof: 'always',
    status: 201,
    params: idParams,
    body: z.strictObject(resources.serviceAccountToken.create),
    output: z.object({ item: serviceAccountTokenSchema, secret: z.string() }),
  },
);

export const deleteServiceAccountToken = call(
  'deleteServiceAccountToken',
  'iam',
  'DELETE /iam/v1/service-accounts/{id}/tokens/{tid}',
  {
    summary: 'Revoke a token',
    access: action('iam:UpdateServiceAccount'),
    params: idParams.extend({ tid: anyId() }),
  },
);
