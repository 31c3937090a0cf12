import { parseRn } from '@keyhold/contract';
import { sql } from 'kysely';
import { catalogueRnOf } from '../../src/installation.ts';
import { hashOfUserCode, newUserCode } from '../../src/modules/oauth/secrets.ts';
import { hashOfSecret, randomSecret } from '../../src/secrets/random-secret.ts';
import { hashOfToken, newTokenSecret, prefixOfToken } from '../../src/tokens/token-secret.ts';
import type { Made, Making } from './making.ts';

/** Applications and service accounts. */
export function makePrograms({ test, insert, rn, next }: Making, product: () => Promise<Made>) {
  const { installation } = test.services;
  const make = {
    /** A new one each time, because a call deletes it. */
    async application(): Promise<Made> {
      const row = { id: `made-application-${next()}`, name: 'Made application' };
      const { id: productId } = await product();
      await insert((tx) =>
        tx
          .insertInto('applications')
          .values({ ...row, 'product-id': productId })
          .execute(),
      );
      return { id: row.id, rn: catalogueRnOf(installation, 'application', row.id) };
    },

    /** The request of a registered application, as the query of the consent page. */
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

    /** The user code of a pending device authorization. */
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
  };
  return make;
}
