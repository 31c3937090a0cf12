import { sql } from 'kysely';
import { browserCookie } from '../../src/modules/single-sign-on/browser.ts';
import { clientSecretContext } from '../../src/modules/single-sign-on/connections/connections.sql.ts';
import { hashOfSecret, randomSecret } from '../../src/secrets/random-secret.ts';
import type { Made, Making } from './making.ts';

/** Single sign-on. */
export function makeSignIns({ test, insert, next, rn, email }: Making) {
  return {
    /** Replaces an account's single sign-on connection; it has one proven and one unproven domain. */
    async connection(account: string) {
      const [proven, unproven, record] = [`made${next()}.example`, `made${next()}.example`, 'made'];
      const sealed = await test.services.secrets.seal('secret', clientSecretContext(account));
      await insert(async (tx) => {
        await tx.deleteFrom('sign-in-connections').where('account-id', '=', account).execute();
        const row = {
          'account-id': account,
          // No server listens there.
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

    /** A user who is linked with a person at the provider of an account, which gets a connection if it has none. */
    async linkedUser(account: string): Promise<Made> {
      const sealed = await test.services.secrets.seal('secret', clientSecretContext(account));
      const subject = `made ${next()}`;
      const id = await insert(async (tx) => {
        const connection = {
          'account-id': account,
          issuer: 'http://127.0.0.1:1',
          'client-id': 'made',
          'client-secret': sealed,
          'create-users': false,
          'tags-claim': null,
          'trust-provider-factor': false,
        };
        await tx
          .insertInto('sign-in-connections')
          .values(connection)
          .onConflict((conflicting) => conflicting.doNothing())
          .execute();
        const user = { 'account-id': account, email: email(), 'first-name': 'Made', 'last-name': 'Person' };
        const { id } = await tx.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow();
        const link = { 'account-id': account, issuer: connection.issuer, subject, 'user-id': id };
        await tx.insertInto('identities').values(link).execute();
        return id;
      });
      return rn(account, 'user', id);
    },

    /** A sign-in that the user's provider has completed; returns its code and the cookie of its browser. */
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
  };
}
