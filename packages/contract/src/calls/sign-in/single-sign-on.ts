import * as z from 'zod';
import { accountQuery, action, call, itemOf } from '../../call.ts';
import { emptyBeyond, limitedText } from '../../fields/bounds.ts';
import {
  discoverySchema,
  domainNameLimit,
  singleSignOnInput,
  singleSignOnSchema,
} from '../../resources/single-sign-on.ts';
import { signInOutput } from './auth.ts';

const query = accountQuery.partial();
const access = action('iam:UpdateSecurity');
const domainParams = z.object({ name: z.string().check(emptyBeyond(domainNameLimit)) });
const nothing = z.strictObject({}).optional();
const provenOutput = itemOf(singleSignOnSchema).extend({
  elsewhere: z
    .number()
    .int()
    .meta({ description: 'The number of people of other accounts with an e-mail in this domain.' }),
});

export const getSingleSignOn = call('getSingleSignOn', 'iam', 'GET /iam/v1/single-sign-on', {
  summary: 'The OpenID Connect connection of an account; null if there is none',
  access,
  query,
  output: itemOf(singleSignOnSchema.nullable()),
});

export const updateSingleSignOn = call('updateSingleSignOn', 'iam', 'PUT /iam/v1/single-sign-on', {
  summary: 'Create or change the OpenID Connect connection of an account',
  access,
  proof: 'always',
  query,
  body: singleSignOnInput,
  output: itemOf(singleSignOnSchema),
});

export const deleteSingleSignOn = call('deleteSingleSignOn', 'iam', 'DELETE /iam/v1/single-sign-on', {
  summary: 'Remove the connection of an account; its users sign in with passwords again',
  access,
  proof: 'always',
  query,
});

export const testSingleSignOn = call('testSingleSignOn', 'iam', 'POST /iam/v1/single-sign-on/test', {
  summary: 'Test the connection: fetch the provider’s discovery document',
  access,
  query,
  body: nothing,
  output: itemOf(discoverySchema),
});

export const verifyDomain = call('verifyDomain', 'iam', 'POST /iam/v1/single-sign-on/domains/{name}/verify', {
  summary: 'Prove a domain by its TXT record',
  access,
  proof: 'always',
  params: domainParams,
  query,
  body: nothing,
  output: provenOutput,
});

export const vouchForDomain = call('vouchForDomain', 'iam', 'POST /iam/v1/single-sign-on/domains/{name}/vouch', {
  summary: 'Vouch for a domain of an account, without a TXT record',
  access: { kind: 'action', action: 'iam:UpdateSecurity', acrossAccounts: true },
  proof: 'always',
  params: domainParams,
  query: accountQuery,
  body: nothing,
  output: provenOutput,
});

export const finishSingleSignOn = call('finishSingleSignOn', 'auth', 'POST /auth/v1/sso/finish', {
  summary: 'Finish a sign-in at a provider, in the browser that began it',
  access: { kind: 'public' },
  body: z.strictObject({
    code: limitedText(100, 'This code is not valid.', 'Say which sign-in this is: code is missing.'),
  }),
  output: signInOutput,
});
