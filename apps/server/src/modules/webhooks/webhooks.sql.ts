import { type AuditAction, formatRn, type Webhook } from '@keyhold/contract';
import type { Selectable } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { accountFilter, uuidOf } from '../../access/guards.ts';
import { audit } from '../../audit/audit.ts';
import { inAccount } from '../../db/conditions.ts';
import type { Transaction } from '../../db/database.ts';
import { lockInAccount } from '../../db/locks.ts';
import type { WebhooksTable } from '../../db/schema.ts';
import { notFound } from '../../problem.ts';

/** The webhooks that an actor may see. A webhook for every account is visible to actors across accounts only. */
export function selectWebhooks(tx: Transaction, actor: Actor) {
  const all = tx.selectFrom('webhooks').selectAll();
  return actor.crossesAccounts ? all : all.where('every-account', '=', false);
}

/** A webhook within the actor's reach, locked when it is about to change. */
export async function findWebhook(
  tx: Transaction,
  actor: Actor,
  id: string,
  { lock = false } = {},
): Promise<Selectable<WebhooksTable>> {
  const { account } = accountFilter(actor);
  const uuid = uuidOf(id);
  if (lock) await lockInAccount(tx, 'webhooks', uuid);
  let query = selectWebhooks(tx, actor).where('id', '=', uuid).where(inAccount('webhooks'));
  if (account) query = query.where('account-id', '=', account);
  const webhook = await query.executeTakeFirst();
  if (!webhook) throw notFound();
  return webhook;
}

/** Writes a change of a webhook to the account's audit log, without its secret. */
export async function recordWebhook(
  tx: Transaction,
  actor: Actor,
  account: string,
  action: AuditAction,
  change: { readonly before?: Webhook; readonly after?: Webhook | { readonly id: string } },
): Promise<void> {
  const resource = formatRn(actor.installation.region, account, 'account', account);
  await audit(tx, actor, { action, resource, ...change });
}

/** Resets the failures of a webhook, so that the next delivery is attempted at once. */
export async function resetFailures(tx: Transaction, webhook: string): Promise<void> {
  await tx
    .updateTable('webhooks')
    .set({ failures: 0, 'retry-on': null })
    .where('id', '=', webhook)
    .where(({ eb, or }) => or([eb('failures', '>', 0), eb('retry-on', 'is not', null)]))
    .execute();
}
