import { type Factor, givenFactorName } from '@keyhold/contract';
import type { InsertObject } from 'kysely';
import type { Author } from '../../access/actor.ts';
import { audit } from '../../audit/audit.ts';
import type { Transaction } from '../../db/database.ts';
import type { Schema } from '../../db/schema.ts';
import { rnOf } from '../../installation.ts';
import { factorAddedMail } from '../../mail/messages.ts';
import { queueMail } from '../../mail/outbox.ts';
import { conflict, invalid } from '../../problem.ts';
import { endEnrolments } from './challenges.ts';
import { type FactorOwner, selectFactors } from './factors.sql.ts';
import { newRecoveryCodes, storeRecoveryCodes } from './recovery-codes.ts';

/** Maximum number of passkeys and authenticator apps of a user. */
const factorLimit = 20;

type NewFactor = Omit<InsertObject<Schema, 'factors'>, 'account-id' | 'user-id' | 'kind' | 'name'> & {
  readonly kind: 'passkey' | 'authenticator';
  readonly name: string;
};

/** An added factor; the first one comes with recovery codes. */
export interface AddedFactor {
  readonly item: Factor;
  readonly 'recovery-codes'?: string[];
}

/**
 * Adds a factor to a user, whose row is locked, and mails them. From now on a sign-in requires this factor, so that one
 * that began without it ends.
 *
 * @throws {ProblemError} 409 when they have too many
 */
export async function addFactor(
  tx: Transaction,
  author: Author,
  owner: FactorOwner,
  factor: NewFactor,
): Promise<AddedFactor> {
  const before = (await selectFactors(tx, owner.id)).filter(({ kind }) => kind !== 'recovery-codes');
  if (before.length >= factorLimit) {
    throw conflict('too-many-factors', 'You have too many passkeys and authenticator apps. Remove one first.');
  }
  const { id } = await tx
    .insertInto('factors')
    .values({ ...factor, 'account-id': owner.accountId, 'user-id': owner.id })
    .onConflict((conflicting) => conflicting.doNothing())
    .returning('id')
    .executeTakeFirstOrThrow(() => invalid('response', 'This passkey is in use already.'));
  const codes = before.length === 0 ? newRecoveryCodes() : undefined;
  if (codes) await storeRecoveryCodes(tx, owner, codes);
  await endEnrolments(tx, owner.id);
  await queueMail(tx, owner.accountId, factorAddedMail(author.installation, owner, factor));
  await auditFactor(tx, author, owner, 'iam:AddFactor', null, factor);
  const item = (await selectFactors(tx, owner.id)).find((one) => one.id === id);
  if (!item) throw new Error('A factor was not added.');
  return { item, ...(codes ? { 'recovery-codes': codes } : {}) };
}

type Named = Pick<Factor, 'kind' | 'name'>;

/** Records a change of a user's factors in the audit log, under the user. */
export async function auditFactor(
  tx: Transaction,
  author: Author,
  owner: Pick<FactorOwner, 'id' | 'accountId'>,
  action: 'iam:AddFactor' | 'iam:RenameFactor' | 'iam:RemoveFactor',
  before: Named | null,
  after: Named | null,
): Promise<void> {
  const auditedFactor = (factor: Named | null) =>
    factor && { kind: factor.kind, name: givenFactorName(factor) ?? undefined };
  const resource = rnOf(author.installation, owner.accountId, 'user', owner.id);
  await audit(tx, author, { action, resource, before: auditedFactor(before), after: auditedFactor(after) });
}
