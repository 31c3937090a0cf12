import * as z from 'zod';
import { boundedList, boundedText } from '../fields/bounds.ts';
import { rns } from '../fields/example-names.ts';
import { forbiddenInLine, nameLimit, timeSchema } from '../fields/fields.ts';
import { rnSchema } from '../fields/rn-schema.ts';

/** The maximum number of domains of a connection. */
export const domainLimit = 50;
/** The maximum number of roles for users who are created at their first sign-in. */
export const defaultRoleLimit = 20;
/** The maximum length of a provider's address, in characters. */
export const issuerLimit = 500;
/** The maximum length of a client id and of a client secret, in characters. */
export const clientTextLimit = 1000;
/** How long a finished sign-in at the provider can be exchanged for a session, in seconds. */
export const signInCodeSeconds = 60;

/** The name of the TXT record that proves a domain. */
export function proofRecordName(domain: string): string {
  return `_keyhold.${domain}`;
}

/** A domain of a connection. Once it is proven, users with an e-mail in it are redirected to the provider. */
export const domainSchema = z
  .object({
    name: z.string(),
    'verified-on': timeSchema.nullable(),
    record: z.string().meta({ description: 'The value of the TXT record `_keyhold.{domain}` that proves the domain.' }),
  })
  .meta({ id: 'SingleSignOnDomain' });

/** The connection of an account with its OpenID Connect provider. The client secret is never returned. */
export const singleSignOnSchema = z
  .object({
    issuer: z.string(),
    'client-id': z.string(),
    domains: z.array(domainSchema),
    'create-users': z.boolean().meta({ description: 'Whether unknown people become users at their first sign-in.' }),
    'tags-claim': z
      .string()
      .nullable()
      .meta({ description: 'The claim with the names of a user’s tags, applied at each sign-in.' }),
    'default-roles': z
      .array(rnSchema)
      .meta({ description: 'The roles of users who are created at their first sign-in.' }),
    'trust-provider-factor': z
      .boolean()
      .meta({ description: 'Whether the provider’s second factor (`amr`) counts as one here.' }),
  })
  .meta({ id: 'SingleSignOn' });
export type SingleSignOn = z.infer<typeof singleSignOnSchema>;

/** The metadata of a provider, as far as a sign-in needs it. */
export const discoverySchema = z
  .object({
    issuer: z.string(),
    'authorization-endpoint': z.string(),
    'token-endpoint': z.string(),
    'jwks-uri': z.string(),
    'signing-keys': z.number().int().meta({ description: 'Number of signing keys that it publishes.' }),
    algorithms: z.array(z.string()).meta({ description: 'The accepted algorithms with which it signs ID tokens.' }),
    'backchannel-logout': z.boolean().meta({ description: 'Whether it supports Back-Channel Logout.' }),
  })
  .meta({ id: 'Discovery' });
export type Discovery = z.infer<typeof discoverySchema>;

function requiredLine(missing: string, label: string, limit: number) {
  const tooLong = `${label} has at most ${limit} characters.`;
  return boundedText(limit, tooLong, missing)
    .trim()
    .min(1, missing)
    .max(limit, tooLong)
    .refine((text) => !forbiddenInLine.test(text), `${label} must not contain control characters.`);
}

const issuerMessage = 'issuer must be the address of a provider, such as https://login.example.com.';
const issuerPattern = /^https?:\/\/[^/?#\\@\s]+(\/[^?#\\@\s]*)?$/;

/** The address of a provider, exactly as its ID tokens name it (`iss`). */
const issuerSchema = requiredLine('issuer is missing: say which provider signs people in.', 'issuer', issuerLimit)
  .refine((text) => issuerPattern.test(text) && URL.canParse(text), issuerMessage)
  .meta({ format: 'uri' });

const label = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?';
const domainPattern = new RegExp(`^(${label}\\.)+${label}$`);
const domainMessage =
  'A domain is written as example.com; one with other letters in its ASCII form, which begins with xn--.';

/** The maximum length of a domain's name, in characters. */
export const domainNameLimit = 253;

/** The name of a domain, in lower case. */
const domainNameSchema = boundedText(domainNameLimit, domainMessage, domainMessage)
  .trim()
  .toLowerCase()
  .max(domainNameLimit, domainMessage)
  .regex(domainPattern, domainMessage);

const bool = (name: string) => z.boolean({ error: `${name} must be true or false.` });

/** A connection in a request. Without `client-secret` the stored one is kept. */
export const singleSignOnInput = z.strictObject({
  issuer: issuerSchema,
  'client-id': requiredLine(
    'client-id is missing: the provider gave it when this product was registered there.',
    'client-id',
    clientTextLimit,
  ),
  'client-secret': requiredLine('client-secret must not be empty.', 'client-secret', clientTextLimit)
    .meta({ description: 'Write-only. If omitted, the stored secret is kept.' })
    .optional(),
  domains: boundedList(
    z.strictObject({ name: domainNameSchema }, { error: 'A domain is an object with its name.' }),
    domainLimit,
    `A connection has at most ${domainLimit} domains.`,
    'domains must be a list.',
  )
    .refine(
      (domains) => new Set(domains.map(({ name }) => name)).size === domains.length,
      'A domain is named more than once.',
    )
    .default([]),
  'create-users': bool('create-users').default(false),
  'tags-claim': requiredLine('tags-claim must be the name of a claim, or null.', 'tags-claim', nameLimit)
    .nullish()
    .transform((value) => value ?? null),
  'default-roles': boundedList(
    rnSchema,
    defaultRoleLimit,
    `A connection gives at most ${defaultRoleLimit} roles.`,
    'default-roles must be a list of roles.',
  ).default([]),
  'trust-provider-factor': bool('trust-provider-factor').default(false),
});

/** A connection and the metadata of its provider, for the examples of the API's document. */
export const singleSignOnExample = {
  connection: {
    issuer: 'https://login.acme.example',
    'client-id': 'keyhold',
    domains: [
      {
        name: 'acme.example',
        'verified-on': '2026-02-12T09:14:00.000Z',
        record: 'keyhold-domain=4fT9aZq0Yw7sKp2mLx5vBn8cRd1eGh3j',
      },
    ],
    'create-users': true,
    'tags-claim': 'groups',
    'default-roles': [rns.administrator],
    'trust-provider-factor': false,
  },
  discovery: {
    issuer: 'https://login.acme.example',
    'authorization-endpoint': 'https://login.acme.example/authorize',
    'token-endpoint': 'https://login.acme.example/token',
    'jwks-uri': 'https://login.acme.example/keys',
    'signing-keys': 2,
    algorithms: ['RS256'],
    'backchannel-logout': true,
  },
} satisfies { readonly connection: SingleSignOn; readonly discovery: Discovery };
