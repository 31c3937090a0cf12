import { resources, textsWith, webhookLimit } from '@keyhold/contract';
import { sql } from 'kysely';
import { accountOf, reachableAccount } from '../../access/guards.ts';
import { updateRow } from '../../db/database.ts';
import { fromNow } from '../../db/expressions.ts';
import { lockAccount } from '../../db/locks.ts';
import type { Operation } from '../../http/bind.ts';
import { requireFresh } from '../../http/reply.ts';
import { listPage, textSorts } from '../../lists/page.ts';
import { containsText } from '../../lists/search.ts';
import { conflict, invalid } from '../../problem.ts';
import { webhookResource } from '../../records/resources.ts';
import { newWebhookSecret } from '../../webhook-delivery/webhook-signature.ts';
import { findWebhook, recordWebhook, selectWebhooks } from './webhooks.sql.ts';

export const listWebhooks: Operation<'listWebhooks' | 'listAccountWebhooks'> = async (tx, actor, { query }) => {
  const account = await accountOf(tx, actor, query);
  let webhooks = selectWebhooks(tx, actor).where('account-id', '=', account);
  if (query.search) webhooks = webhooks.where(containsText(query.search, textsWith(resources.webhook, 'searched')));
  const sorts = {
    ...textSorts(resources.webhook, 'webhooks', sql.ref('id')),
    'created-on': [sql.ref('created-on'), sql.ref('id')],
  };
  const { rows, ...page } = await listPage(webhooks, sorts, query, 'url');
  return { items: rows.map((row) => webhookResource(row)), ...page };
};

export const getWebhook: Operation<'getWebhook'> = async (tx, actor, { params }) => ({
  item: webhookResource(await findWebhook(tx, actor, params.id)),
});

export const createWebhook: Operation<'createWebhook'> = async (tx, actor, { body }) => {
  const { 'account-id': named, 'every-account': everyAccount, ...fields } = body;
  const account = await reachableAccount(tx, actor, named);
  if (everyAccount && !(actor.crossesAccounts && account === actor.installation.providerAccountId)) {
    throw invalid('every-account', 'Only a webhook of the provider can hear of every account.');
  }
  // The lock of the account's row keeps two concurrent creations from exceeding the limit.
  await lockAccount(tx, account, { alone: true });
  const { count } = await tx
    .selectFrom('webhooks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account-id', '=', account)
    .executeTakeFirstOrThrow();
  if (count >= webhookLimit) {
    throw conflict('too-many-webhooks', `An account has at most ${webhookLimit} webhooks. Delete one first.`);
  }
  const secret = newWebhookSecret();
  const row = await tx
    .insertInto('webhooks')
    .values({ 'account-id': account, 'every-account': everyAccount, secret, ...fields })
    .returningAll()
    .executeTakeFirstOrThrow();
  const item = webhookResource(row);
  await recordWebhook(tx, actor, account, 'iam:CreateWebhook', { after: item });
  return { item, secret };
};

export const updateWebhook: Operation<'updateWebhook'> = async (tx, actor, { params, body, ifMatch }) => {
  const row = await findWebhook(tx, actor, params.id, { lock: true });
  const before = webhookResource(row);
  requireFresh(ifMatch, before);
  // A change by a user resets the failures.
  const changes = { ...body, failures: 0, 'retry-on': null };
  const after = await updateRow(tx, 'webhooks', row.id, changes).returningAll().executeTakeFirstOrThrow();
  const item = webhookResource(after);
  await recordWebhook(tx, actor, row['account-id'], 'iam:UpdateWebhook', { before, after: item });
  return { item };
};

export const deleteWebhook: Operation<'deleteWebhook'> = async (tx, actor, { params, ifMatch }) => {
  const row = await findWebhook(tx, actor, params.id, { lock: true });
  const before = webhookResource(row);
  requireFresh(ifMatch, before);
  await tx.deleteFrom('webhooks').where('id', '=', row.id).execute();
  await recordWebhook(tx, actor, row['account-id'], 'iam:DeleteWebhook', { before });
  return {};
};

/** For a day, deliveries are also signed with the old secret, so that the receiver can switch without losing any. */
export const renewWebhookSecret: Operation<'renewWebhookSecret'> = async (tx, actor, { params }) => {
  const row = await findWebhook(tx, actor, params.id, { lock: true });
  const secret = newWebhookSecret();
  const after = await updateRow(tx, 'webhooks', row.id, { secret, 'old-secret': row.secret })
    .set({ 'old-secret-until': fromNow({ days: 1 }) })
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordWebhook(tx, actor, row['account-id'], 'iam:RenewWebhookSecret', { after: { id: row.id } });
  return { item: webhookResource(after), secret };
};
