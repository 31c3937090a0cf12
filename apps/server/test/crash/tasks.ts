import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Caller } from '../../src/access/actor.ts';
import { inTransaction } from '../../src/db/database.ts';
import { purge } from '../../src/jobs/purge.ts';
import { sweep } from '../../src/jobs/sweep.ts';
import { answerReset } from '../../src/modules/auth/links/answer-reset.ts';
import { warnOfEnds } from '../../src/modules/licenses/terms/warn-of-ends.ts';
import { notifyOfTokenEnds } from '../../src/modules/service-accounts/notify-of-token-ends.ts';
import { rollUpUsage } from '../../src/modules/usage/roll-up-usage.ts';
import { rotateKeys } from '../../src/operator/rotate-keys.ts';
import { firstRootLink } from '../../src/start/first-start.ts';
import { notifyOfExpiry } from '../../src/webhook-delivery/expiring.ts';
import { deliverDueWebhooks } from '../../src/webhook-delivery/webhook-outbox.ts';
import type { RecipeWorld } from './recipes.ts';

/** Work outside a call: a background job, an operator's command, or a step of the start. */
interface TaskRecipe {
  /** Prepares a task, and returns the function that executes it. */
  prepare(world: RecipeWorld): Promise<() => Promise<unknown>>;
  readonly writes: readonly string[];
  /** Whether it uses several transactions, the first of which remain after an interruption. */
  readonly inChunks?: boolean;
}

const audited = ['audit', 'audit-heads'];

export const tasks: Readonly<Record<string, TaskRecipe>> = {
  'a key rotation': {
    prepare: async ({ test }) => {
      await inTransaction(test.services.db, 'every account', (tx) =>
        tx.deleteFrom('signing-keys').where('retired-on', 'is not', null).execute(),
      );
      return () => rotateKeys(test.services, test.services.installation, operator(test));
    },
    writes: [...audited, 'signing-keys'],
  },
  'the answer to a request for a reset': {
    prepare: async ({ test, make, account }) => {
      const { email } = await make.person(account);
      const { id } = await inTransaction(test.services.db, 'every account', (tx) =>
        tx.insertInto('reset-requests').values({ email }).returning('id').executeTakeFirstOrThrow(),
      );
      return () => answerReset(test.services, id);
    },
    writes: [...audited, 'activation-keys', 'outbox', '_private_jobs', 'link-mails', 'reset-requests'],
  },
  'the sweep of lapsed leases': {
    prepare: async ({ test, make, account }) => {
      const id = await make.heldLicense(account);
      await inTransaction(test.services.db, 'every account', (tx) =>
        tx
          .updateTable('licenses')
          .set({ 'expires-at': sql<Date>`now() - interval '1 second'` })
          .where('id', '=', id)
          .execute(),
      );
      return () => sweep(test.services);
    },
    writes: [...audited, 'licenses', 'license-uses', 'usage-days', 'webhook-deliveries', '_private_jobs'],
  },
  'the sweep of licenses that have ended': {
    prepare: async ({ test, make, account }) => {
      const id = await make.heldLicense(account);
      await inTransaction(test.services.db, 'every account', (tx) =>
        tx
          .updateTable('licenses')
          .set({ 'expiry-perpetual': false, 'expiry-date': sql<Date>`now() - interval '1 second'` })
          .where('id', '=', id)
          .execute(),
      );
      return () => sweep(test.services);
    },
    writes: [...audited, 'licenses', 'license-uses', 'usage-days', 'webhook-deliveries', '_private_jobs'],
  },
  'the summing up of hours': {
    prepare: async ({ test, make, account }) => {
      const { id: product } = await make.product();
      await inTransaction(test.services.db, 'every account', async (tx) => {
        await sql`reset role`.execute(tx);
        await tx.deleteFrom('usage-hours').execute();
        await tx.deleteFrom('usage-marks').execute();
        await sql`insert into "license-uses" ("account-id", "product-id", "license-id", "user-id", "started-on", "ended-on", ending)
          values (${account}, ${product}, 'MADE', ${randomUUID()}, now() - interval '3 hours', now() - interval '150 minutes', 'returned')`.execute(
          tx,
        );
      });
      return () => rollUpUsage(test.services.db);
    },
    writes: ['usage-hours', 'usage-marks'],
  },
  'the removal of what was deleted long ago': {
    prepare: async ({ test, make, account }) => {
      const [user, tag, license] = [
        await make.user(account, { deleted: true }),
        await make.tag(account, { deleted: true }),
        await make.license(account, { deleted: true }),
      ];
      await make.assign(account, user, { tag, role: await make.role(account) });
      await make.addonLicense(account, { deleted: true, on: license });
      const long = sql<Date>`now() - interval '40 days'`;
      await inTransaction(test.services.db, 'every account', async (tx) => {
        for (const table of ['users', 'tags', 'licenses', 'addon-licenses'] as const) {
          await tx.updateTable(table).set({ 'deleted-on': long }).where('deleted-on', 'is not', null).execute();
        }
      });
      return () => purge(test.services.db, 30);
    },
    writes: ['users', 'tags', 'licenses', 'addon-licenses', 'user-tags', 'user-roles'],
    inChunks: true,
  },
  'the warning that a license expires': {
    prepare: async ({ test, make, account }) => {
      const { id } = await make.license(account);
      await inTransaction(test.services.db, 'every account', (tx) =>
        tx
          .updateTable('licenses')
          .set({ 'expiry-perpetual': false, 'expiry-date': sql<Date>`now() + interval '3 days'` })
          .where('id', '=', id)
          .execute(),
      );
      return () => notifyOfExpiry(test.services.db, test.services.installation.region);
    },
    writes: ['licenses', 'webhook-deliveries', '_private_jobs'],
  },
  'the warning that licenses end': {
    prepare: async ({ test, make }) => {
      // Of the ends of other tasks' licenses they are warned before.
      await warnOfEnds(test.services.db, test.services.installation);
      // Its only administrator is mailed.
      const account = await test.createAccount(`Warned ${make.next()}`);
      await test.createPerson(account, 'Warned', 'Administrator');
      const { id } = await make.license(account);
      await inTransaction(test.services.db, 'every account', (tx) =>
        tx
          .updateTable('licenses')
          .set({ 'expiry-perpetual': false, 'expiry-date': sql<Date>`now() + interval '3 days'` })
          .where('id', '=', id)
          .execute(),
      );
      return () => warnOfEnds(test.services.db, test.services.installation);
    },
    writes: ['licenses', 'outbox', '_private_jobs'],
  },
  'the warning that a token ends': {
    prepare: async ({ test, make, account }) => {
      const maker = await make.user(account);
      const { id } = await make.serviceAccountToken(await make.serviceAccount(account));
      await inTransaction(test.services.db, 'every account', (tx) =>
        tx
          .updateTable('service-account-tokens')
          .set({
            'expires-on': sql<Date>`now() + interval '3 days'`,
            'created-on': sql<Date>`now() - interval '30 days'`,
          })
          .set({ 'maker-id': maker.id })
          .where('id', '=', id)
          .execute(),
      );
      return () => notifyOfTokenEnds(test.services.db, test.services.installation);
    },
    writes: ['service-account-tokens', 'outbox', '_private_jobs'],
  },
  'the look for deliveries that are due': {
    prepare: async ({ test, make, account }) => {
      await inTransaction(test.services.db, 'every account', (tx) => tx.deleteFrom('webhook-deliveries').execute());
      await make.webhookDelivery(account, await make.webhook(account));
      return () => deliverDueWebhooks(test.services.db);
    },
    writes: ['_private_jobs'],
  },
  'the link for the first Root Administrator': {
    prepare: async ({ test }) => {
      const provider = test.accounts.provider;
      await inTransaction(test.services.db, 'every account', async (tx) => {
        await tx.deleteFrom('user-roles').where('account-id', '=', provider).execute();
        await tx.updateTable('accounts').set({ 'owner-id': null }).where('id', '=', provider).execute();
      });
      return () => firstRootLink(test.services.db, test.services.installation, `root-${randomUUID()}@keyhold.example`);
    },
    writes: ['accounts', 'users', 'user-roles', 'activation-keys'],
  },
};

function operator({ services }: RecipeWorld['test']): Caller {
  return { installation: services.installation, origin: { requestId: '', address: '', userAgent: '' } };
}
