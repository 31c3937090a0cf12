import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { inTransaction } from '../../src/db/database.ts';
import { createTestApp, type Person, type TestApp, type TestReply } from '../app.ts';
import { type Claims, type ForgingIssuer, forgedClient, type Signing, startForgingIssuer } from './forging-issuer.ts';

/** An app and a provider, and for each test a fresh account with a connection and an administrator. */
export function openSingleSignOnTest() {
  const here = {} as { test: TestApp; issuer: ForgingIssuer; account: string; admin: Person; domain: string };
  beforeAll(async () => {
    [here.test, here.issuer] = await Promise.all([createTestApp(), startForgingIssuer()]);
  });
  afterAll(() => Promise.all([here.test.close(), here.issuer.close()]));
  beforeEach(async () => {
    here.account = await here.test.createAccount(`Account ${Math.random()}`);
    here.admin = await here.test.createPerson(here.account, 'Ada', 'Administrator');
    here.domain = here.admin.email.split('@')[1] ?? '';
    await connect(here.test, here.account, here.issuer, here.domain);
  });
  return Object.assign(here, {
    adjust: (more: object) => connect(here.test, here.account, here.issuer, here.domain, more),
    problemOf: ({ status, body }: TestReply) => [status, body.problems?.[0]?.code],
    usersNamed: async (email: string) =>
      (await here.test.as(here.admin, `GET /iam/v1/users?search=${encodeURIComponent(email)}`)).body.items,
    setUser: (id: string, values: object) =>
      inTransaction(here.test.services.db, 'every account', (tx) =>
        tx.updateTable('users').set(values).where('id', '=', id).execute(),
      ),
    actionsIn: async () =>
      (await here.test.as(here.admin, 'GET /iam/v1/audit?limit=20')).body.items.map(({ action }) => String(action)),
    makeTag: async (name: string): Promise<string> =>
      (await here.test.as(here.admin, 'POST /iam/v1/tags', { name, 'account-id': here.account })).body.item.rn,
  });
}

/** A minimal browser for single sign-on: it keeps the cookie, and does not follow redirects. */
export class Browser {
  readonly #test: TestApp;
  cookie = '';

  constructor(test: TestApp) {
    this.#test = test;
  }

  /** Opens a page, and returns the address that it redirects to. */
  async go(url: string): Promise<URL> {
    const reply = await this.#test.app.inject({ method: 'GET', url, headers: { cookie: this.cookie } });
    expect([reply.statusCode, reply.body]).toEqual([302, '']);
    const given = String(reply.headers['set-cookie'] ?? '');
    if (given) this.cookie = given.split(';')[0] ?? '';
    return new URL(String(reply.headers.location), 'http://localhost:8080');
  }

  finish(code: string): Promise<TestReply> {
    return this.#test.as(null, 'POST /auth/v1/sso/finish', { code }, { cookie: this.cookie });
  }
}

/** Connects an account with a provider, for a proven domain. */
export async function connect(
  test: TestApp,
  account: string,
  issuer: Pick<ForgingIssuer, 'url'>,
  domain: string,
  more: object = {},
): Promise<void> {
  const { root } = test.people;
  const body = {
    issuer: issuer.url,
    'client-id': forgedClient.id,
    'client-secret': forgedClient.secret,
    domains: [{ name: domain }],
    ...more,
  };
  const put = await test.as(root, `PUT /iam/v1/single-sign-on?account=${account}`, body);
  const path = `/iam/v1/single-sign-on/domains/${domain}/vouch?account=${account}` as const;
  const vouched = await test.as(root, `POST ${path}`, {});
  expect([put.body.errors, vouched.body.errors]).toEqual([[], []]);
}

/** A sign-in in progress: the parameters sent to the provider. */
export interface Begun {
  readonly state: string;
  readonly nonce: string;
  readonly challenge: string;
}

/** Begins a sign-in. */
export async function begin(browser: Browser, email: string): Promise<Begun> {
  const { searchParams } = await browser.go(`/auth/v1/sso/start?email=${encodeURIComponent(email)}`);
  const [state, nonce, challenge] = ['state', 'nonce', 'code_challenge'].map((name) => searchParams.get(name) ?? '');
  return { state: state ?? '', nonce: nonce ?? '', challenge: challenge ?? '' };
}

export interface Forged {
  readonly claims?: Claims;
  readonly signing?: Signing;
  /** Query parameters of the address to which the provider redirects the browser. */
  readonly query?: Readonly<Record<string, string>>;
  /** The returning browser, if it is another one. */
  readonly by?: Browser;
}

/** Makes a provider answer a sign-in; returns the code to finish with, or the error in the browser. */
export async function answer(
  browser: Browser,
  issuer: ForgingIssuer,
  begun: Begun,
  { claims = {}, signing = {}, query = {}, by = browser }: Forged = {},
): Promise<{ readonly code: string | null; readonly error: string | null }> {
  issuer.give(await issuer.sign(issuer.claims(begun.nonce, claims), signing), begun.challenge);
  const parameters = new URLSearchParams({ code: 'code', state: begun.state, ...query });
  const page = await by.go(`/auth/v1/sso/callback?${parameters}`);
  expect([page.origin, page.pathname]).toEqual(['http://localhost:8080', '/login/sso']);
  return { code: page.searchParams.get('code'), error: page.searchParams.get('error') };
}

/** A complete sign-in through a provider. */
export async function signInBy(
  test: TestApp,
  issuer: ForgingIssuer,
  email: string,
  claims: Claims,
  browser = new Browser(test),
): Promise<TestReply & { readonly error: string | null }> {
  const begun = await begin(browser, email);
  const { code, error } = await answer(browser, issuer, begun, { claims: { email, email_verified: true, ...claims } });
  const reply = await browser.finish(code ?? 'none');
  return { ...reply, error };
}

/** The reasons of failed sign-ins in the account's log, newest first. */
export async function reasonsIn(test: TestApp, account: string): Promise<string[]> {
  const { root } = test.people;
  const path = `/iam/v1/audit?account=${account}&action=auth:SingleSignOnFailed&limit=50` as const;
  const { body } = await test.as(root, `GET ${path}`);
  return body.items.map(({ after }) => String((after as { reason?: unknown }).reason));
}
