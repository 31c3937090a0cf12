import type { FactorKind, PasskeyAssertion } from '@keyhold/contract';
import { reading, readTime, type Transaction } from '../../db/database.ts';
import { clock } from '../../db/expressions.ts';
import type { Services } from '../../services.ts';
import { stepOf } from './one-time-codes.ts';
import { type Passkey, selectPasskeys, verifyAssertion } from './passkeys.ts';
import { useRecoveryCode } from './recovery-codes.ts';

/** What a person shows of a factor. */
export interface Evidence {
  readonly method: FactorKind;
  readonly code?: string | undefined;
  readonly response?: PasskeyAssertion | undefined;
}

/** A factor that was used: how many recovery codes are left, if it was one. */
export interface UsedFactor {
  readonly kind: FactorKind;
  readonly left?: number;
}

/**
 * Uses what was checked up, in the transaction that it opens something in: a step, a code and a count of a passkey are
 * good once, also for two requests at once. Null when it was used before.
 */
export type UseFactor = (tx: Transaction) => Promise<UsedFactor | null>;

type FactorServices = Pick<Services, 'db' | 'installation' | 'secrets'>;

/**
 * Checks what a user shows of a factor.
 *
 * @param challenge what a passkey had to sign
 * @returns null when it is wrong; otherwise what uses it up
 */
export async function checkFactor(
  services: FactorServices,
  userId: string,
  evidence: Evidence,
  challenge: string,
): Promise<UseFactor | null> {
  const { method, code = '', response } = evidence;
  switch (method) {
    case 'authenticator':
      return checkAuthenticators(services, userId, code);
    case 'recovery-codes':
      return async (tx) => {
        const used = await useRecoveryCode(tx, userId, code);
        return used && { kind: 'recovery-codes', left: used.left };
      };
    case 'passkey': {
      if (!response) return null;
      const passkey = await findPasskey(services, response.id);
      return passkey?.userId === userId ? checkPasskey(services, passkey, challenge, response) : null;
    }
  }
}

/** The passkey with an id, of whatever user. */
export async function findPasskey(services: FactorServices, credentialId: string): Promise<Passkey | null> {
  // PostgreSQL keeps no NUL in a text.
  if (credentialId.includes('\0')) return null;
  const [passkey] = await reading(services.db, 'every account', (tx) =>
    selectPasskeys(tx, 'credential-id', credentialId),
  );
  return passkey ?? null;
}

/** As {@link checkFactor}, of a passkey that was found. */
export async function checkPasskey(
  { installation }: FactorServices,
  passkey: Passkey,
  challenge: string,
  response: PasskeyAssertion,
): Promise<UseFactor | null> {
  const counter = await verifyAssertion(installation, challenge, passkey, response);
  if (counter === null) return null;
  return async (tx) => {
    const used = await tx
      .updateTable('factors')
      .set({ counter, 'last-used-on': clock })
      .where('id', '=', passkey.id)
      // Optimistic concurrency: of two answers with the same count one is a copy's.
      .where('counter', '=', passkey.counter)
      .returning('id')
      .executeTakeFirst();
    return used ? { kind: 'passkey' } : null;
  };
}

async function checkAuthenticators(
  { db, secrets }: FactorServices,
  userId: string,
  code: string,
): Promise<UseFactor | null> {
  const { rows, time } = await reading(db, 'every account', async (tx) => ({
    time: await readTime(tx),
    rows: await tx
      .selectFrom('factors')
      .select(['id', 'secret'])
      .where('user-id', '=', userId)
      .where('kind', '=', 'authenticator')
      .execute(),
  }));
  for (const { id, secret } of rows) {
    if (!secret) continue;
    const step = stepOf(await secrets.open(secret, secretContext(userId)), code, time);
    if (step !== null) return (tx) => useStep(tx, id, step);
  }
  return null;
}

async function useStep(tx: Transaction, id: string, step: number): Promise<UsedFactor | null> {
  const used = await tx
    .updateTable('factors')
    .set({ 'last-step': step, 'last-used-on': clock })
    .where('id', '=', id)
    .where(({ or, eb }) => or([eb('last-step', 'is', null), eb('last-step', '<', step)]))
    .returning('id')
    .executeTakeFirst();
  return used ? { kind: 'authenticator' } : null;
}

/** What the secrets of a user's authenticator apps are sealed for. */
export function secretContext(userId: string): string {
  return `authenticator of ${userId}`;
}
