import type { FactorKind, PasskeyAssertion } from '@keyhold/contract';
import { readOnly, readTime, type Transaction } from '../../db/database.ts';
import { clock } from '../../db/expressions.ts';
import type { Services } from '../../services.ts';
import { stepOf } from './one-time-codes.ts';
import { type Passkey, selectPasskeys, verifyAssertion } from './passkeys.ts';
import { useRecoveryCode } from './recovery-codes.ts';

/** The evidence of a factor that a user presents. */
interface Evidence {
  readonly method: FactorKind;
  readonly code?: string | undefined;
  readonly response?: PasskeyAssertion | undefined;
}

/** A factor that was used, with the number of recovery codes left if it was one. */
export interface UsedFactor {
  readonly kind: FactorKind;
  readonly left?: number;
}

/**
 * Spends checked evidence, in the same transaction as the action that it authorizes: a step, a code and a counter of a
 * passkey are valid once, also for concurrent requests. Null when it was used before.
 */
type UseFactor = (tx: Transaction) => Promise<UsedFactor | null>;

type FactorServices = Pick<Services, 'db' | 'installation' | 'secrets'>;

/**
 * Checks a user's evidence of a factor.
 *
 * @param challenge the challenge that a passkey had to sign
 * @returns null when it is wrong; otherwise a function that spends it
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

/** The passkey with a credential id, of any user. */
export async function findPasskey(services: FactorServices, credentialId: string): Promise<Passkey | null> {
  // PostgreSQL cannot store NUL in text.
  if (credentialId.includes('\0')) return null;
  const [passkey] = await readOnly(services.db, 'every account', (tx) =>
    selectPasskeys(tx, 'credential-id', credentialId),
  );
  return passkey ?? null;
}

/** Like {@link checkFactor}, for a passkey that is already loaded. */
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
      // Optimistic concurrency: of two responses with the same counter, one comes from a copy.
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
  const { rows, time } = await readOnly(db, 'every account', async (tx) => ({
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

/** The context in which the secrets of a user's authenticator apps are sealed. */
export function secretContext(userId: string): string {
  return `authenticator of ${userId}`;
}
