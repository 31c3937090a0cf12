import type { Actor, Author } from '../../access/actor.ts';
import { countAttempt, personLimit, undoAttempt } from '../../access/attempts.ts';
import { scopeOf, uuidOf } from '../../access/guards.ts';
import { audit } from '../../audit/audit.ts';
import { type Database, inTransaction, type Transaction } from '../../db/database.ts';
import type { Operation, Procedure } from '../../http/bind.ts';
import { requireFresh } from '../../http/reply.ts';
import { rnOf } from '../../installation.ts';
import { factorRemovedMail, factorsResetMail } from '../../mail/messages.ts';
import { queueMail } from '../../mail/outbox.ts';
import { conflict, forbidden, notFound, unauthenticated } from '../../problem.ts';
import { findUser, lockUser } from '../../records/users.sql.ts';
import { signedOut } from '../leases/seat/seat.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import { type AddedFactor, auditFactor } from './add-factor.ts';
import { beginAuthenticator, checkNewAuthenticator } from './authenticators.ts';
import { endChallenges } from './challenges.ts';
import { type FactorOwner, lockOwner, requiresSecondFactor, selectFactors } from './factors.sql.ts';
import { beginPasskey, checkNewPasskey } from './new-passkeys.ts';
import { newRecoveryCodes, storeRecoveryCodes } from './recovery-codes.ts';

export const listFactors: Operation<'listFactors'> = async (tx, actor, { params }) => {
  const user = await findUser(tx, actor, params.id);
  return { items: await selectFactors(tx, user.id) };
};

export const startAuthenticator: Procedure<'startAuthenticator'> = async (services, actor) =>
  beginAuthenticator(services, actor, whoIs(actor));

/** Wrong codes count for the user. */
export const confirmAuthenticator: Procedure<'confirmAuthenticator'> = async (services, actor, { body }) => {
  await countAttempt(services.db, personLimit, actor.userId);
  return addToActor(services.db, actor, await checkNewAuthenticator(services, whoIs(actor), body.code));
};

export const startPasskey: Procedure<'startPasskey'> = async (services, actor) => ({
  options: await beginPasskey(services, whoIs(actor)),
});

export const addPasskey: Procedure<'addPasskey'> = async (services, actor, { body }) => {
  await countAttempt(services.db, personLimit, actor.userId);
  return addToActor(services.db, actor, await checkNewPasskey(services, whoIs(actor), body.name, body.response));
};

function whoIs({ userId, accountId, email }: Actor) {
  return { id: userId, accountId, email };
}

/** Adds a checked factor, and takes back the attempt that was counted for its check. */
function addToActor(
  db: Database,
  actor: Actor,
  add: (tx: Transaction, actor: Actor, owner: FactorOwner) => Promise<AddedFactor>,
): Promise<AddedFactor> {
  return inTransaction(db, scopeOf(actor), async (tx) => {
    undoAttempt(tx, personLimit, actor.userId);
    return add(tx, actor, await lockSelf(tx, actor));
  });
}

async function lockSelf(tx: Transaction, actor: Actor): Promise<FactorOwner> {
  const owner = await lockOwner(tx, actor.userId);
  if (!owner) throw unauthenticated();
  return owner;
}

export const renewRecoveryCodes: Operation<'renewRecoveryCodes'> = async (tx, actor) => {
  const owner = await lockSelf(tx, actor);
  const codes = newRecoveryCodes();
  await storeRecoveryCodes(tx, owner, codes);
  await audit(tx, actor, { action: 'iam:RenewRecoveryCodes', resource: actor.rn });
  return { 'recovery-codes': codes };
};

export const renameFactor: Operation<'renameFactor'> = async (tx, actor, { params, body, ifMatch }) => {
  const owner = await lockSelf(tx, actor);
  const before = await findFactor(tx, owner, params.fid);
  requireFresh(ifMatch, before);
  const item = { ...before, name: body.name };
  await tx.updateTable('factors').set({ name: body.name }).where('id', '=', before.id).execute();
  await auditFactor(tx, actor, owner, 'iam:RenameFactor', before, item);
  return { item };
};

export const removeFactor: Operation<'removeFactor'> = async (tx, actor, { params, ifMatch }) => {
  const owner = await lockSelf(tx, actor);
  const factor = await findFactor(tx, owner, params.fid);
  requireFresh(ifMatch, factor);
  const others = (await selectFactors(tx, owner.id)).filter(({ id }) => id !== factor.id);
  const last = factor.kind !== 'recovery-codes' && others.every(({ kind }) => kind === 'recovery-codes');
  if (last && (await requiresSecondFactor(tx, owner.id))) {
    throw conflict(
      'factor-required',
      'This account asks for a second factor, and this is the last one. Add another before you remove it.',
    );
  }
  // Recovery codes substitute for a factor: without one they open nothing.
  const removed = last ? [factor, ...others] : [factor];
  for (const { id } of removed) await tx.deleteFrom('factors').where('id', '=', id).execute();
  await queueMail(tx, owner.accountId, factorRemovedMail(actor.installation, owner, factor));
  await auditFactor(tx, actor, owner, 'iam:RemoveFactor', factor, null);
  return {};
};

async function findFactor(tx: Transaction, owner: FactorOwner, fid: string) {
  const id = uuidOf(fid);
  const factor = (await selectFactors(tx, owner.id)).find((one) => one.id === id);
  if (!factor) throw notFound();
  return factor;
}

/**
 * Removes every factor of a user who has lost them. In the provider account only actors across accounts may do so: an
 * Administrator there may do everything else with users, but this requires an Account Administrator.
 */
export const resetFactors: Operation<'resetFactors'> = async (tx, actor, { params, ifMatch }) => {
  if (actor.accountId === actor.installation.providerAccountId && !actor.crossesAccounts) throw forbidden();
  const { user } = await lockUser(tx, actor, params.id, ifMatch);
  const owner = await lockOwner(tx, user.id);
  if (!owner) throw notFound();
  await removeAllFactors(tx, actor, owner);
  return {};
};

/**
 * Removes every factor of a user, whose row is locked, signs them out everywhere and mails them.
 *
 * @param details additional content of the log entry
 * @returns how many factors there were
 */
export async function removeAllFactors(
  tx: Transaction,
  author: Author,
  owner: FactorOwner,
  details?: Readonly<Record<string, unknown>>,
): Promise<number> {
  const factors = await selectFactors(tx, owner.id);
  if (factors.length === 0) return 0;
  await tx.deleteFrom('factors').where('user-id', '=', owner.id).execute();
  await endChallenges(tx, owner.id);
  await endSessions(tx, author, 'user-id', owner.id, signedOut);
  await queueMail(tx, owner.accountId, factorsResetMail(author.installation, owner));
  await audit(tx, author, {
    action: 'iam:ResetFactors',
    resource: rnOf(author.installation, owner.accountId, 'user', owner.id),
    before: { factors: factors.map(({ kind, name }) => ({ kind, name })) },
    after: details,
  });
  return factors.length;
}
