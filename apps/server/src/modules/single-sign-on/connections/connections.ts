import { randomBytes } from 'node:crypto';
import { type BodyOf, type calls, resourceIdOf } from '@keyhold/contract';
import type { Actor } from '../../../access/actor.ts';
import { accountOf, scopeOf } from '../../../access/guards.ts';
import { requireReferences } from '../../../access/references.ts';
import { policiesOf, requireAuthorityOverAccount, requireNoMoreRights } from '../../../access/rights.ts';
import { audit } from '../../../audit/audit.ts';
import { inTransaction, type Transaction } from '../../../db/database.ts';
import { clock } from '../../../db/expressions.ts';
import type { Operation, Procedure } from '../../../http/bind.ts';
import { requireFresh } from '../../../http/reply.ts';
import { rnOf } from '../../../installation.ts';
import { isReachable } from '../../../network/bounded-fetch.ts';
import { conflict, invalid, notFound } from '../../../problem.ts';
import { issuerNotPublic } from '../providers.ts';
import {
  type Connection,
  clientSecretContext,
  connectionResource,
  findConnection,
  requireConnection,
} from './connections.sql.ts';
import { requireFreeDomain } from './domains.ts';

type Body = BodyOf<typeof calls.updateSingleSignOn>;

export const getSingleSignOn: Operation<'getSingleSignOn'> = async (tx, actor, { query }) => {
  const connection = await findConnection(tx, await accountOf(tx, actor, query));
  return { item: connection && connectionResource(actor.installation, connection) };
};

/** Seals the secret before the transaction that stores it. */
export const updateSingleSignOn: Procedure<'updateSingleSignOn'> = async (services, actor, input) => {
  const { query, body, ifMatch } = input;
  const secret = body['client-secret'];
  const account = await inTransaction(services.db, scopeOf(actor), (tx) => accountOf(tx, actor, query));
  const sealed = secret === undefined ? null : await services.secrets.seal(secret, clientSecretContext(account));
  if (!isReachable(body.issuer, services.providers.egress)) throw invalid('issuer', issuerNotPublic);
  return inTransaction(services.db, scopeOf(actor), async (tx) => {
    await lockAccountNamedBy(tx, actor, query);
    const found = await findConnection(tx, account, { lock: true });
    const before = found && connectionResource(actor.installation, found);
    requireFresh(ifMatch, before);
    const roles = await checkRoles(tx, actor, account, body);
    await requireAuthorityOverAccount(tx, actor, account);
    for (const [index, { name }] of body.domains.entries()) {
      requireFreeDomain(actor.installation, account, name, `domains.${index}.name`);
    }
    await store(tx, account, found, body, sealed);
    await storeDomains(tx, account, body);
    await storeRoles(tx, account, roles);
    const item = connectionResource(actor.installation, await requireConnection(tx, account));
    const resource = rnOf(actor.installation, account, 'account', account);
    // Logs that the secret was replaced, but not the secret itself.
    const after = sealed ? { ...item, 'client-secret': '…' } : item;
    await audit(tx, actor, { action: 'iam:UpdateSingleSignOn', resource, before, after });
    return { item };
  });
};

export const deleteSingleSignOn: Operation<'deleteSingleSignOn'> = async (tx, actor, { query, ifMatch }) => {
  const { account, passwords } = await lockAccountNamedBy(tx, actor, query);
  const found = await findConnection(tx, account, { lock: true });
  if (!found) throw notFound();
  const before = connectionResource(actor.installation, found);
  requireFresh(ifMatch, before);
  await requireAuthorityOverAccount(tx, actor, account);
  if (!passwords) {
    throw conflict(
      'passwords-off',
      'Allow signing in with passwords first: without both, hardly anybody could sign in.',
    );
  }
  await tx.deleteFrom('sign-in-connections').where('account-id', '=', account).execute();
  const resource = rnOf(actor.installation, account, 'account', account);
  await audit(tx, actor, { action: 'iam:DeleteSingleSignOn', resource, before });
  return {};
};

/** Locks an account, so that its connection and its passwords cannot be switched off concurrently. */
async function lockAccountNamedBy(tx: Transaction, actor: Actor, query: Readonly<Record<string, unknown>>) {
  const account = await accountOf(tx, actor, query);
  const row = await tx
    .selectFrom('accounts')
    .select('password-sign-in')
    .where('id', '=', account)
    .where('deleted-on', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw notFound();
  return { account, passwords: row['password-sign-in'] };
}

/** The ids of the roles that new users get: of the account, and with no more rights than the actor's. */
async function checkRoles(tx: Transaction, actor: Actor, account: string, body: Body): Promise<string[]> {
  const named = body['default-roles'].map((rn, index) => ({ rn, path: `default-roles.${index}` }));
  await requireReferences(tx, actor, account, 'role', named, { lock: true });
  const roles = [...new Set(body['default-roles'].map(resourceIdOf))];
  requireNoMoreRights(actor, await policiesOf(tx, { policies: [], 'role-ids': roles }), 'new users');
  return roles;
}

async function store(
  tx: Transaction,
  account: string,
  found: Connection | null,
  body: Body,
  sealed: Buffer | null,
): Promise<void> {
  const elsewhere = found !== null && found.issuer !== body.issuer;
  // The stored secret belongs to another provider and must not be sent to this one.
  if (!sealed && (!found || elsewhere)) {
    throw invalid('client-secret', 'client-secret is missing: enter the one that this provider gave.');
  }
  const fields = {
    issuer: body.issuer,
    'client-id': body['client-id'],
    'create-users': body['create-users'],
    'tags-claim': body['tags-claim'],
    'trust-provider-factor': body['trust-provider-factor'],
  };
  if (!found) {
    const row = { ...fields, 'account-id': account, 'client-secret': sealed as Buffer };
    await tx.insertInto('sign-in-connections').values(row).execute();
    return;
  }
  const renewed = elsewhere || found['client-id'] !== body['client-id'];
  // Links with people of another provider or client have ended: marked here, and removed by their next sign-in.
  const generation = found.generation + Number(renewed);
  const changes = { ...fields, generation, ...(sealed ? { 'client-secret': sealed } : {}), 'updated-on': clock };
  await tx.updateTable('sign-in-connections').set(changes).where('account-id', '=', account).execute();
  if (!renewed) return;
  // Pending sign-ins began with another provider or client.
  await tx.deleteFrom('sign-in-requests').where('account-id', '=', account).execute();
  await tx.deleteFrom('sign-in-codes').where('account-id', '=', account).execute();
}

/** Keeps the proof and the record of a domain that stays. */
async function storeDomains(tx: Transaction, account: string, { domains }: Body): Promise<void> {
  const names = domains.map(({ name }) => name);
  await tx
    .deleteFrom('connection-domains')
    .where('account-id', '=', account)
    .$if(names.length > 0, (query) => query.where('name', 'not in', names))
    .execute();
  if (names.length === 0) return;
  const rows = names.map((name) => ({ 'account-id': account, name, record: newRecord() }));
  await tx
    .insertInto('connection-domains')
    .values(rows)
    .onConflict((conflicting) => conflicting.columns(['account-id', 'name']).doNothing())
    .execute();
}

/** A TXT record value that is unique to this account. */
function newRecord(): string {
  return `keyhold-domain=${randomBytes(24).toString('base64url')}`;
}

async function storeRoles(tx: Transaction, account: string, roles: readonly string[]): Promise<void> {
  await tx.deleteFrom('connection-roles').where('account-id', '=', account).execute();
  if (roles.length === 0) return;
  const rows = roles.map((role) => ({ 'account-id': account, 'role-id': role }));
  await tx.insertInto('connection-roles').values(rows).execute();
}
