import { isServiceAccount, leaseTimeBounds, parseRn, tokenAlgorithms } from '@keyhold/contract';
import { decodeProtectedHeader } from 'jose';
import { type Actor, type Caller, fullName, type LeaseBearer } from '../access/actor.ts';
import { type Database, readOnly } from '../db/database.ts';
import { unauthenticated } from '../problem.ts';
import type { SigningKeys } from './signing-keys.ts';
import { verifyCompact } from './tokens.ts';

export const leaseTokenType = 'lease+jwt';
/** Longest time that a seat stays reserved after its token's `exp`, in seconds: the maximum grace of a product. */
const [, maxGrace] = leaseTimeBounds['grace-seconds'];

/** Whether a bearer token claims to be a lease token. */
export function isLeaseToken(token: string): boolean {
  try {
    return decodeProtectedHeader(token).typ === leaseTokenType;
  } catch {
    return false;
  }
}

/**
 * Authenticates the holder of a lease by the lease's own token, for calls that only release this lease. They stay open
 * to a holder whose session has ended, also because the user or the account was deactivated or deleted. Which lease may
 * be released is checked where it is locked (`modules/leases/find-lease.ts`).
 *
 * @throws {ProblemError} 401 when the token is not a lease token, or its seat is no longer reserved
 */
export async function authenticateHolder(
  db: Database,
  keys: SigningKeys,
  caller: Caller,
  token: string,
): Promise<Actor> {
  const { subject, lease } = await verifyLeaseToken(keys, token);
  const holder = isServiceAccount(subject) ? await findMachine(db, subject) : await findUser(db, subject);
  if (!holder) throw unauthenticated();
  return {
    ...caller,
    ...holder,
    sessionId: '',
    sessionVersion: 0,
    rn: subject,
    policies: [],
    crossesAccounts: false,
    lease,
  };
}

async function findUser(db: Database, rn: string) {
  const user = await readOnly(db, 'every account', (tx) =>
    tx
      .selectFrom('users')
      .select(['id', 'account-id', 'email', 'first-name', 'last-name'])
      .where('id', '=', parseRn(rn).resourceId)
      .executeTakeFirst(),
  );
  return user && { accountId: user['account-id'], userId: user.id, email: user.email, name: fullName(user) };
}

async function findMachine(db: Database, rn: string) {
  const machine = await readOnly(db, 'every account', (tx) =>
    tx
      .selectFrom('service-accounts')
      .select(['id', 'account-id', 'name'])
      .where('id', '=', parseRn(rn).resourceId)
      .executeTakeFirst(),
  );
  const facts = machine && { accountId: machine['account-id'], userId: machine.id, email: '', name: machine.name };
  return facts && { ...facts, isServiceAccount: true as const };
}

async function verifyLeaseToken(keys: SigningKeys, token: string): Promise<{ subject: string; lease: LeaseBearer }> {
  const checks = {
    typ: leaseTokenType,
    requiredClaims: ['exp', 'sub', 'lic', 'epoch', 'seq', 'mode', 'grace-exp'],
    clockTolerance: maxGrace,
  };
  const { payload } = await verifyCompact(keys, token, checks, unauthenticated, tokenAlgorithms);
  const { sub, lic, epoch, seq, mode, 'grace-exp': reservedUntil } = payload;
  if (typeof sub !== 'string' || typeof lic !== 'string' || Number(reservedUntil) * 1000 <= Date.now()) {
    throw unauthenticated();
  }
  const lease = {
    license: lic,
    epoch: Number(epoch),
    seq: Number(seq),
    mode: mode === 'offline' ? mode : 'online',
  } as const;
  return { subject: sub, lease };
}
