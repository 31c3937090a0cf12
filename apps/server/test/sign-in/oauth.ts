import { createHash, randomBytes } from 'node:crypto';
import { beforeAll } from 'vitest';
import { inTransaction } from '../../src/db/database.ts';
import type { Person, TestApp } from '../app.ts';
import { assertDocumented } from '../documented.ts';
import { createProduct, type LeaseTest, openLeaseTest } from '../licensing/leases.ts';

/** An application of the tests' product, and one of another product. */
export const application = 'studio-desktop';
export const otherApplication = 'other-desktop';

/** Like {@link openLeaseTest}, with the two applications. */
export function openOAuthTest(): LeaseTest {
  const here = openLeaseTest();
  beforeAll(async () => {
    await registerApplication(here.test, here.product, application);
    await registerApplication(here.test, await createProduct(here.test, 'other'), otherApplication);
  });
  return here;
}

/** The redirect address of the tests' applications; no server listens there. */
export const loopback = 'http://127.0.0.1:52714/callback';

/** A verifier, and its challenge by S256. */
export function newVerifier() {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** A reply of an OAuth endpoint. */
interface OAuthReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  readonly body: Readonly<Record<string, string | undefined>>;
}

/** Sends a form to an endpoint. */
export async function sendForm(
  { app }: TestApp,
  path: string,
  form: Readonly<Record<string, string>> | string,
  headers: Readonly<Record<string, string>> = {},
): Promise<OAuthReply> {
  const response = await app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: typeof form === 'string' ? form : `${new URLSearchParams(form)}`,
  });
  assertDocumented('POST', path, response.statusCode, response.json());
  return { status: response.statusCode, headers: response.headers, body: response.json() };
}

/** Opens the authorization address of an application. */
export function askToAuthorize({ app }: TestApp, query: string) {
  return app.inject({ method: 'GET', url: `/oauth/authorize?${query}` });
}

/** The status and the code of an error. */
export function grantErrorOf({ status, body }: OAuthReply): [number, string | undefined] {
  return [status, body['error']];
}

/** The id of a token's session. */
export function sessionOf(token: string): string {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sid;
}

/** Whether a token can make a call that is open to every application. */
export async function isSignedIn(test: TestApp, person: Person): Promise<boolean> {
  return (await test.as(person, 'GET /license/v1/licenses/consumable')).status === 200;
}

/** Runs statements bypassing the API and row-level security, for example to simulate the passing of time. */
export function everywhere<Result>({ services }: TestApp, work: Parameters<typeof inTransaction<Result>>[2]) {
  return inTransaction(services.db, 'every account', work);
}

/** Registers an application of a product. */
export async function registerApplication(test: TestApp, product: string, id: string): Promise<string> {
  const body = { id, name: 'Studio', product, redirect: 'loopback' };
  const { status } = await test.as(test.people.root, 'POST /license/v1/applications', body);
  if (status !== 201) throw new Error(`The application was not registered: ${status}.`);
  return id;
}

/** An authorization request, as a query; null fields are omitted. */
export function authorizationQuery(
  client: string,
  challenge: string,
  changes: Readonly<Record<string, string | null>> = {},
): string {
  const parameters = {
    response_type: 'code',
    client_id: client,
    redirect_uri: loopback,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state: 'xyz',
    device_name: 'Desk',
    ...changes,
  };
  const sent = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== null);
  return `${new URLSearchParams(sent)}`;
}

/** The code that an application receives after the user's consent. */
export async function consentTo(test: TestApp, person: Person, request: string): Promise<string> {
  const decided = await test.as(person, 'POST /auth/v1/authorization', { request, allow: true });
  const { redirect } = decided.body as unknown as { redirect: string };
  return new URL(redirect).searchParams.get('code') ?? '';
}

/** The result of a sign-in that the user has consented to. */
interface SignedIn {
  readonly code: string;
  readonly verifier: string;
  readonly refresh: string;
  /** The user, with the application's access token. */
  readonly person: Person;
}

/** Signs a user in through an application. */
export async function signInBy(test: TestApp, client: string, person: Person): Promise<SignedIn> {
  const { verifier, challenge } = newVerifier();
  const code = await consentTo(test, person, authorizationQuery(client, challenge));
  const { status, body } = await exchange(test, client, code, verifier);
  if (status !== 200) throw new Error(`The code was not exchanged: ${JSON.stringify(body)}.`);
  const { access_token: token = '', refresh_token: refresh = '' } = body;
  return { code, verifier, refresh, person: { ...person, token } };
}

/** Exchanges a code. */
export function exchange(
  test: TestApp,
  client: string,
  code: string,
  verifier: string,
  changes: Readonly<Record<string, string>> = {},
): Promise<OAuthReply> {
  return sendForm(test, '/oauth/token', {
    grant_type: 'authorization_code',
    client_id: client,
    code,
    code_verifier: verifier,
    redirect_uri: loopback,
    ...changes,
  });
}

/** Renews a session with a refresh token. */
export function refreshWith(test: TestApp, client: string, refresh: string): Promise<OAuthReply> {
  return sendForm(test, '/oauth/token', { grant_type: 'refresh_token', client_id: client, refresh_token: refresh });
}
