import { sql } from 'kysely';
import { issueActivationKey } from '../../src/modules/auth/links/activation-keys.ts';
import { hashOfSecret, randomSecret } from '../../src/secrets/random-secret.ts';
import { deletedOn, type Made, type Making } from './making.ts';

/** Users, their roles and tags, and their accounts. */
export function makePeople({ test, insert, rn, next, email }: Making) {
  return {
    /** A signed-in user. */
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
            email: email(),
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

    assign: (account: string, user: Made, what: { readonly role?: Made; readonly tag?: Made }) =>
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

    /** A session of a user; only its id, because sessions have no rn. */
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

    /** The key of a link that confirms the e-mail of a new user. */
    async emailConfirmation(account: string): Promise<string> {
      const address = email();
      const key = randomSecret();
      await insert(async (tx) => {
        const user = { 'account-id': account, email: address, 'first-name': 'Made', 'last-name': 'Person' };
        const { id } = await tx.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow();
        const link = { hash: hashOfSecret(key), 'user-id': id, 'account-id': account, email: address };
        await tx
          .insertInto('email-confirmations')
          .values({ ...link, 'expires-on': sql<Date>`now() + interval '1 day'` })
          .execute();
      });
      return key;
    },

    activationKey: (account: string, user: Made) =>
      insert((tx) =>
        issueActivationKey(tx, {
          userId: user.id,
          accountId: account,
          purpose: 'activation',
          validDays: 1,
          mailed: false,
          issuedBy: null,
        }),
      ),
  };
}
