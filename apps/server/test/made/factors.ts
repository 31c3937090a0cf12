import { sql } from 'kysely';
import { serverCaller } from '../../src/access/actor.ts';
import type { ChallengePurpose } from '../../src/db/schema.ts';
import { beginAuthenticator } from '../../src/modules/factors/authenticators.ts';
import { insertChallenge } from '../../src/modules/factors/challenges.ts';
import { beginPasskey, checkNewPasskey } from '../../src/modules/factors/new-passkeys.ts';
import { newRecoveryCodes, storeRecoveryCodes } from '../../src/modules/factors/recovery-codes.ts';
import { randomSecret } from '../../src/secrets/random-secret.ts';
import { codeOf } from '../sign-in/factors.ts';
import { VirtualPasskey } from '../sign-in/virtual-passkey.ts';
import type { Made, Making } from './making.ts';

/** Second factors, and their pending challenges. */
export function makeFactors({ test, insert, email }: Making) {
  const { installation } = test.services;
  const make = {
    /** A factor of a user; factors have no rn. */
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

    /** The code that confirms the authenticator app that a user has begun to add. */
    async newAppCode(account: string, user: Made): Promise<string> {
      const caller = { installation, origin: { requestId: '', address: '', userAgent: '' } };
      const who = { id: user.id, accountId: account, email: email() };
      return codeOf((await beginAuthenticator(test.services, caller, who)).secret);
    },

    /** The browser's response after creating a passkey for a user. */
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
      const author = serverCaller(installation);
      await insert((tx) => add(tx, author, { ...who, email: email(), name: 'Made', language: null }));
      return passkey;
    },

    /** The request of a sign-in with only a passkey. */
    passkeyRequest: (hash: Buffer) =>
      insert((tx) =>
        tx
          .insertInto('passkey-requests')
          .values({ hash, 'expires-on': sql<Date>`now() + interval '5 minutes'` })
          .execute(),
      ),
  };
  return make;
}
