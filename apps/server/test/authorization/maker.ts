import { consumePolicy, parseRn } from '@keyhold/contract';
import { sql } from 'kysely';
import { theServer } from '../../src/access/actor.ts';
import { inTransaction, type Transaction } from '../../src/db/database.ts';
import type { ChallengePurpose } from '../../src/db/schema.ts';
import { catalogueRnOf, rnOf } from '../../src/installation.ts';
import { issueActivationKey } from '../../src/modules/auth/activation-keys.ts';
import { beginAuthenticator } from '../../src/modules/factors/authenticators.ts';
import { insertChallenge } from '../../src/modules/factors/challenges.ts';
import { beginPasskey, checkNewPasskey } from '../../src/modules/factors/new-passkeys.ts';
import { newRecoveryCodes, storeRecoveryCodes } from '../../src/modules/factors/recovery-codes.ts';
import { hashOfUserCode, newUserCode } from '../../src/modules/oauth/secrets.ts';
import { browserCookie } from '../../src/modules/single-sign-on/browser.ts';
import { clientSecretContext } from '../../src/modules/single-sign-on/connections.sql.ts';
import { hashOfSecret, randomSecret } from '../../src/secrets/random-secret.ts';
import { hashOfToken, newTokenSecret, prefixOfToken } from '../../src/sessions/token-secret.ts';
import { type Person, type TestApp, testPassword } from '../app.ts';
import { codeOf } from '../factors.ts';
import { VirtualPasskey } from '../virtual-passkey.ts';

/** A thing to make a call about. */
export interface Made {
  readonly id: string;
  readonly rn: string;
}

type LeaseState = 'active' | 'releasing' | 'offline';

export type Maker = ReturnType<typeof createMaker>;

const deletedOn = (deleted: boolean) => (deleted ? { 'deleted-on': new Date() } : {});

/** Makes fresh things behind the product's back, so that each call has its own to change. */
export function createMaker(test: TestApp) {
  const { db, installation } = test.services;
  let made = 0;
  const next = () => {
    made += 1;
    return String(made).padStart(5, '0');
  };
  /** The use that a consume would have begun. */
  const beginUse = (license: string) =>
    insert(async (tx) => {
      await sql`insert into "license-uses" ("account-id", "product-id", "license-id", "user-id", "started-on")
        select "account-id", "product-id", id, "holder-id", "leased-on" from licenses where id = ${license}`.execute(
        tx,
      );
      await sql`insert into "usage-days"
        select "account-id", "product-id", id, "holder-id", ("leased-on" at time zone 'UTC')::date, 1, 0, "leased-on"
        from licenses where id = ${license}`.execute(tx);
    });
  const insert = <Result>(work: (tx: Transaction) => Promise<Result>) => inTransaction(db, 'every account', work);
  const rn = (account: string, type: Parameters<typeof rnOf>[2], id: string): Made => ({
    id,
    rn: rnOf(installation, account, type, id),
  });

  const make = {
    password: testPassword,
    next,
    email: () => `made${next()}@made.example`,
    /** A user who is signed in. */
    person: (account: string) => test.createPerson(account, `Made${next()}`, null),

    async account({ deleted = false } = {}): Promise<Made> {
      const id = await test.createAccount(`Made ${next()}`);
      if (deleted) await insert((tx) => tx.updateTable('accounts').set(deletedOn(true)).where('id', '=', id).execute());
      return rn(id, 'account', id);
    },

    async user(account: string, { deleted = false, status = 'Active' as 'Active' | 'Pending' } = {}): Promise<Made> {
      const { id } = await insert((tx) =>
        tx
          .insertInto('users')
          .values({
            'account-id': account,
            email: make.email(),
            'first-name': 'Made',
            'last-name': 'Person',
            status,
            ...deletedOn(deleted),
          })
          .returning('id')
          .executeTakeFirstOrThrow(),
      );
      return rn(account, 'user', id);
    },

    async role(account: string, name = 'Administrator'): Promise<Made> {
      const { id } = await insert((tx) =>
        tx
          .selectFrom('roles')
          .select('id')
          .where('account-id', '=', account)
          .where('name', '=', name)
          .executeTakeFirstOrThrow(),
      );
      return rn(account, 'role', id);
    },

    async tag(account: string, { deleted = false } = {}): Promise<Made> {
      const { id } = await insert((tx) =>
        tx
          .insertInto('tags')
          .values({ 'account-id': account, name: `Made ${next()}`, ...deletedOn(deleted) })
          .returning('id')
          .executeTakeFirstOrThrow(),
      );
      return rn(account, 'tag', id);
    },

    carries: (account: string, user: Made, what: { readonly role?: Made; readonly tag?: Made }) =>
      insert(async (tx) => {
        const of = { 'account-id': account, 'user-id': user.id };
        if (what.role)
          await tx
            .insertInto('user-roles')
            .values({ ...of, 'role-id': what.role.id })
            .execute();
        if (what.tag)
          await tx
            .insertInto('user-tags')
            .values({ ...of, 'tag-id': what.tag.id })
            .execute();
      }),

    async product(): Promise<Made> {
      const row = { id: 'made-product', name: 'Made product' };
      await insert((tx) =>
        tx
          .insertInto('products')
          .values(row)
          .onConflict((oc) => oc.doNothing())
          .execute(),
      );
      return { id: row.id, rn: catalogueRnOf(installation, 'product', row.id) };
    },

    /** A new one each time: one of them is deleted. */
    async application(): Promise<Made> {
      const row = { id: `made-application-${next()}`, name: 'Made application' };
      const { id: product } = await make.product();
      await insert((tx) =>
        tx
          .insertInto('applications')
          .values({ ...row, 'product-id': product })
          .execute(),
      );
      return { id: row.id, rn: catalogueRnOf(installation, 'application', row.id) };
    },

    /** What a registered application asks for, as the query of the consent page. */
    async authorizationRequest(): Promise<string> {
      const { id } = await make.application();
      return `${new URLSearchParams({
        response_type: 'code',
        client_id: id,
        redirect_uri: 'http://127.0.0.1:52714/',
        code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
        code_challenge_method: 'S256',
      })}`;
    },

    /** The code of a device that waits. */
    async userCode(): Promise<string> {
      const { id } = await make.application();
      const code = newUserCode();
      await insert((tx) =>
        tx
          .insertInto('device-authorizations')
          .values({
            hash: hashOfSecret(randomSecret()),
            'user-code-hash': hashOfUserCode(code),
            'application-id': id,
            address: '127.0.0.1',
            'user-agent': '',
            'expires-on': new Date(Date.now() + 600_000),
          })
          .execute(),
      );
      return code;
    },

    async addon(): Promise<Made> {
      const row = { id: 'made-addon', name: 'Made add-on' };
      await insert((tx) =>
        tx
          .insertInto('addons')
          .values(row)
          .onConflict((oc) => oc.doNothing())
          .execute(),
      );
      return { id: row.id, rn: catalogueRnOf(installation, 'addon', row.id) };
    },

    async license(account: string, { deleted = false, everyone = false } = {}): Promise<Made> {
      const { id: product } = await make.product();
      const id = `MADE0-MADE0-MADE0-${next()}`;
      const policies = JSON.stringify(everyone ? [consumePolicy({ kind: 'Everyone' })] : []);
      const row = { 'account-id': account, 'product-id': product, type: 'Perpetual' as const, policies };
      await insert((tx) =>
        tx
          .insertInto('licenses')
          .values({ id, ...row, 'expiry-perpetual': true, ...deletedOn(deleted) })
          .execute(),
      );
      return rn(account, 'license', id);
    },

    /** The certificate of a license that was made here. */
    certificate: async () => ({
      product: (await make.product()).rn,
      type: 'Perpetual',
      version: '',
      expiry: { perpetual: true, date: null, period: null },
      'maintenance-start': null,
      'maintenance-end': null,
    }),

    async addonLicense(account: string, { deleted = false, on = null as Made | null } = {}): Promise<Made> {
      const { id: addon } = await make.addon();
      const id = `MADE0-ADDON-MADE0-${next()}`;
      const row = {
        'account-id': account,
        'addon-id': addon,
        type: 'Perpetual' as const,
        'license-id': on?.id ?? null,
      };
      await insert((tx) =>
        tx
          .insertInto('addon-licenses')
          .values({ id, ...row, ...deletedOn(deleted) })
          .execute(),
      );
      return rn(account, 'addon-license', id);
    },

    /** A session of a user; its id alone, since nothing names sessions by rn. */
    async session(account: string, user: Made, { ended = false } = {}): Promise<string> {
      const { id } = await insert((tx) =>
        tx
          .insertInto('sessions')
          .values({
            'user-id': user.id,
            'account-id': account,
            'expires-on': sql<Date>`now() + interval '1 hour'`,
            'ended-on': ended ? new Date() : null,
            address: '127.0.0.1',
            'user-agent': 'made',
          })
          .returning('id')
          .executeTakeFirstOrThrow(),
      );
      return id;
    },

    async serviceAccount(account: string): Promise<Made> {
      const { id } = await insert((tx) =>
        tx
          .insertInto('service-accounts')
          .values({ 'account-id': account, name: `Made ${next()}` })
          .returning('id')
          .executeTakeFirstOrThrow(),
      );
      return rn(account, 'service-account', id);
    },

    /** A token of a service account, with its secret. */
    async serviceAccountToken({ id: bearer, rn: of }: Made, addresses: string[] = []) {
      const secret = newTokenSecret();
      const { id } = await insert((tx) =>
        tx
          .insertInto('service-account-tokens')
          .values({
            'account-id': parseRn(of).accountId,
            'service-account-id': bearer,
            name: `Made ${next()}`,
            prefix: prefixOfToken(secret),
            hash: hashOfToken(secret) as Buffer,
            addresses,
            'expires-on': sql<Date>`now() + interval '30 days'`,
          })
          .returning('id')
          .executeTakeFirstOrThrow(),
      );
      return { id, secret };
    },
    /** The single sign-on of an account, with one proven domain and another; there is none before. */
    async connection(account: string) {
      const [proven, unproven, record] = [`made${next()}.example`, `made${next()}.example`, 'made'];
      const sealed = await test.services.secrets.seal('secret', clientSecretContext(account));
      await insert(async (tx) => {
        await tx.deleteFrom('sign-in-connections').where('account-id', '=', account).execute();
        const row = {
          'account-id': account,
          // Nothing listens there.
          issuer: 'http://127.0.0.1:1',
          'client-id': 'made',
          'client-secret': sealed,
          'create-users': false,
          'tags-claim': null,
          'trust-provider-factor': false,
        };
        await tx.insertInto('sign-in-connections').values(row).execute();
        const domains = [
          { 'account-id': account, name: proven, record, 'verified-on': sql<Date>`now()` },
          { 'account-id': account, name: unproven, record, 'verified-on': null },
        ];
        await tx.insertInto('connection-domains').values(domains).execute();
      });
      return { proven, unproven, record };
    },

    /** A sign-in of a user that their provider has finished; returns its code and the cookie of its browser. */
    async signInCode(account: string, user: Made) {
      const [code, browser] = [randomSecret(), randomSecret()];
      const row = {
        hash: hashOfSecret(code),
        'account-id': account,
        'user-id': user.id,
        browser: hashOfSecret(browser),
        'second-factor': true,
        'provider-session': null,
        'expires-on': sql<Date>`now() + interval '1 minute'`,
      };
      await insert((tx) => tx.insertInto('sign-in-codes').values(row).execute());
      return { code, cookie: browserCookie(browser, '').split(';')[0] ?? '' };
    },

    /** A factor of a user; nothing names one by rn. */
    async factor(account: string, user: Made): Promise<string> {
      const { id } = await insert((tx) =>
        tx
          .insertInto('factors')
          .values({ 'account-id': account, 'user-id': user.id, kind: 'passkey', name: 'Made', counter: 0 })
          .returning('id')
          .executeTakeFirstOrThrow(),
      );
      return id;
    },

    /** Recovery codes of a user. */
    async recoveryCodes(account: string, user: Made): Promise<string[]> {
      const codes = newRecoveryCodes();
      await insert((tx) => storeRecoveryCodes(tx, { id: user.id, accountId: account }, codes));
      return codes;
    },

    /** The id of a challenge. */
    async challenge(account: string, user: Made, purpose: ChallengePurpose): Promise<string> {
      const id = randomSecret();
      await insert((tx) => insertChallenge(tx, { id, purpose, userId: user.id, accountId: account }));
      return id;
    },

    /** The code that adds an authenticator app, which a user has begun to do. */
    async newAppCode(account: string, user: Made): Promise<string> {
      const caller = { installation, origin: { requestId: '', address: '', userAgent: '' } };
      const who = { id: user.id, accountId: account, email: make.email() };
      return codeOf((await beginAuthenticator(test.services, caller, who)).secret);
    },

    /** What a browser answers that has made a passkey for a user. */
    async newPasskey(account: string, user: Made) {
      const passkey = new VirtualPasskey();
      const options = await beginPasskey(test.services, { id: user.id, accountId: account });
      return { passkey, response: passkey.attest(options) };
    },

    /** A passkey of a user. */
    async passkey(account: string, user: Made): Promise<VirtualPasskey> {
      const who = { id: user.id, accountId: account };
      const { passkey, response } = await make.newPasskey(account, user);
      const add = await checkNewPasskey(test.services, who, 'Made', response);
      const author = theServer(installation);
      await insert((tx) => add(tx, author, { ...who, email: make.email(), name: 'Made', language: null }));
      return passkey;
    },

    /** What a sign-in by a passkey alone was begun with. */
    passkeyRequest: (hash: Buffer) =>
      insert((tx) =>
        tx
          .insertInto('passkey-requests')
          .values({ hash, 'expires-on': sql<Date>`now() + interval '5 minutes'` })
          .execute(),
      ),

    /** A webhook that receives no event by itself; nothing names one by rn. */
    async webhook(account: string): Promise<string> {
      const { id } = await insert((tx) =>
        tx
          .insertInto('webhooks')
          .values({
            'account-id': account,
            url: `https://made.example/${next()}`,
            events: [],
            secret: 'whsec_TUFERQ==',
          })
          .returning('id')
          .executeTakeFirstOrThrow(),
      );
      return id;
    },

    async webhookDelivery(account: string, webhook: string): Promise<string> {
      const row = { 'account-id': account, 'webhook-id': webhook, type: 'webhook.test', body: '{}' };
      const { id } = await insert((tx) =>
        tx.insertInto('webhook-deliveries').values(row).returning('id').executeTakeFirstOrThrow(),
      );
      return id;
    },

    activationKey: (account: string, user: Made) =>
      insert((tx) =>
        issueActivationKey(tx, { userId: user.id, accountId: account, purpose: 'activation', validDays: 1 }),
      ),

    /** The key of a license that a user of the account holds. */
    async heldLicense(account: string): Promise<string> {
      return (await make.hold(await make.person(account), 'active')).license;
    },

    /** The id of a lease that is held, in the state that a call is about. */
    async lease(holder: Person, state: LeaseState = 'active'): Promise<string> {
      return (await make.hold(holder, state)).lease;
    },

    /** A license, held: its use goes on. */
    async hold(holder: Person, state: LeaseState): Promise<{ readonly license: string; readonly lease: string }> {
      const license = await make.license(holder.accountId, { everyone: true });
      const row = await insert((tx) =>
        tx
          .updateTable('licenses')
          .set({
            'lease-state': state,
            'lease-id': sql`"new-id"()`,
            epoch: 1,
            'holder-id': holder.id,
            'leased-on': sql`now()`,
            'expires-at': sql`now() + interval '80 seconds'`,
            'activation-date': sql`now()`,
            'heartbeat-seq': 0,
            'device-id': `device-${license.id}`,
            'stream-id': 'run',
          })
          .where('id', '=', license.id)
          .returning('lease-id')
          .executeTakeFirstOrThrow(),
      );
      if (state === 'active' || state === 'offline') await beginUse(license.id);
      return { license: license.id, lease: String(row['lease-id']) };
    },
  };
  return make;
}
