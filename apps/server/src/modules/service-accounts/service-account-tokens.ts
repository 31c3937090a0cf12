import { resources, textsWith, tokenLimit, tokenYears } from '@keyhold/contract';
import { sql } from 'kysely';
import { uuidOf } from '../../access/guards.ts';
import { policiesOf, requireNoMoreRights } from '../../access/rights.ts';
import { audit } from '../../audit/audit.ts';
import type { Transaction } from '../../db/database.ts';
import type { Operation } from '../../http/bind.ts';
import { requireFresh } from '../../http/reply.ts';
import { rnOf } from '../../installation.ts';
import { listPage, textSorts } from '../../lists/page.ts';
import { containsText } from '../../lists/search.ts';
import { conflict, invalid, notFound } from '../../problem.ts';
import { serviceAccountTokenResource } from '../../records/resources.ts';
import { findServiceAccount, lockServiceAccount } from '../../records/service-accounts.sql.ts';
import { hashOfToken, newTokenSecret, prefixOfToken } from '../../tokens/token-secret.ts';
import { signedOut } from '../leases/seat/seat.ts';
import { releaseLeasesOf } from '../sessions/end-sessions.ts';

export const listServiceAccountTokens: Operation<'listServiceAccountTokens'> = async (tx, actor, { params, query }) => {
  const bearer = await findServiceAccount(tx, actor, params.id);
  let tokens = selectTokens(tx, bearer.id);
  const searched = textsWith(resources.serviceAccountToken, 'searched');
  if (query.search) tokens = tokens.where(containsText(query.search, searched));
  const { rows, ...page } = await listPage(tokens, sorts, query, 'name');
  return { items: rows.map(serviceAccountTokenResource), ...page };
};

const id = sql.ref('service-account-tokens.id');
const sorts = {
  ...textSorts(resources.serviceAccountToken, 'service-account-tokens', id),
  'created-on': [sql.ref('created-on'), id],
  'expires-on': [sql.ref('expires-on'), id],
};

function selectTokens(tx: Transaction, bearer: string) {
  return tx.selectFrom('service-account-tokens').selectAll().where('service-account-id', '=', bearer);
}

/** The lock of the service account keeps its rights as they are compared, and concurrent tokens within the limit. */
export const createServiceAccountToken: Operation<'createServiceAccountToken'> = async (
  tx,
  actor,
  { params, body },
) => {
  const bearer = await lockServiceAccount(tx, actor, params.id);
  requireNoMoreRights(actor, await policiesOf(tx, bearer));
  await requireEnd(tx, body['expires-on']);
  const { count } = await tx
    .selectFrom('service-account-tokens')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('service-account-id', '=', bearer.id)
    .executeTakeFirstOrThrow();
  if (count >= tokenLimit) {
    throw conflict('too-many-tokens', `A service account has at most ${tokenLimit} tokens. Revoke one first.`);
  }
  const secret = newTokenSecret();
  const row = await tx
    .insertInto('service-account-tokens')
    .values({
      'account-id': bearer['account-id'],
      'service-account-id': bearer.id,
      ...body,
      prefix: prefixOfToken(secret),
      hash: hashOfToken(secret) as Buffer,
      'maker-id': actor.isServiceAccount ? null : actor.userId,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const item = serviceAccountTokenResource(row);
  const resource = rnOf(actor.installation, bearer['account-id'], 'service-account', bearer.id);
  await audit(tx, actor, { action: 'iam:CreateServiceAccountToken', resource, after: item });
  return { item, secret };
};

/** @throws {ProblemError} 400 unless a token's end is in the future and within the limit, by the database's clock */
async function requireEnd(tx: Transaction, expires: string): Promise<void> {
  const { past, late } = await tx
    .selectNoFrom([
      sql<boolean>`${expires}::timestamptz <= now()`.as('past'),
      sql<boolean>`${expires}::timestamptz > now() + make_interval(years => ${tokenYears})`.as('late'),
    ])
    .executeTakeFirstOrThrow();
  if (past) throw invalid('expires-on', 'This date has passed. Choose one in the future.');
  if (late) throw invalid('expires-on', `A token is good for at most ${tokenYears} years. Choose an earlier date.`);
}

export const deleteServiceAccountToken: Operation<'deleteServiceAccountToken'> = async (
  tx,
  actor,
  { params, ifMatch },
) => {
  const bearer = await lockServiceAccount(tx, actor, params.id);
  const row = await selectTokens(tx, bearer.id).where('id', '=', uuidOf(params.tid)).executeTakeFirst();
  if (!row) throw notFound();
  const before = serviceAccountTokenResource(row);
  requireFresh(ifMatch, before);
  await tx.deleteFrom('service-account-tokens').where('id', '=', row.id).execute();
  const resource = rnOf(actor.installation, bearer['account-id'], 'service-account', bearer.id);
  await audit(tx, actor, { action: 'iam:DeleteServiceAccountToken', resource, before });
  await releaseLeasesOf(tx, actor, [row.id], signedOut);
  return {};
};
