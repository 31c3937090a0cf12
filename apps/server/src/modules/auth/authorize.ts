import type { ProblemCode } from '@keyhold/contract';
import { inTransaction } from '../../db/database.ts';
import type { PublicProcedure } from '../../http/bind.ts';
import { ProblemError } from '../../problem.ts';
import { signToken } from '../../sessions/tokens.ts';
import { addressLimit, emailLimit, forgiveLater } from './attempts.ts';
import { type Found, findWhoSignsIn } from './find-who-signs-in.ts';
import { startSessionAfterAttempt } from './start-session.ts';

/** A password longer than any that can be set is not hashed; that reveals nothing, since it depends on the input alone. */
const longestPassword = 1024;

/** Two round trips, and the password's check between them. */
export const authorize: PublicProcedure<'authorize'> = async (services, caller, { body }) => {
  const email = body.username.trim();
  const { address } = caller.origin;
  services.passwords.requireRoom();
  const found = await findWhoSignsIn(services.db, email, address);
  const usable = Buffer.byteLength(body.password) <= longestPassword;
  const passwordHash = found?.['password-hash'] ?? null;
  const correct = await services.passwords.verify(passwordHash, usable ? body.password : '');
  if (!found || passwordHash === null || !correct || !usable) throw wrongCredentials();
  const inactive = inactiveProblem(found);
  if (inactive) {
    await inTransaction(services.db, 'every account', async (tx) => {
      forgiveLater(tx, emailLimit, email);
      forgiveLater(tx, addressLimit, address);
    });
    throw inactive;
  }

  const who = { id: found.id, accountId: found['account-id'], passwordHash };
  const started = await startSessionAfterAttempt(services.db, caller, who, services.sessionHours, email);
  if (!started) throw wrongCredentials();
  return { token: await signToken(services.keys, started.session, started.user) };
};

/** Reported only to callers with the correct password. */
function inactiveProblem(found: Found): ProblemError | null {
  if (found['account-status'] === 'Inactive') return refused('account-inactive', 'This account is inactive.');
  return found.status === 'Inactive' ? refused('user-inactive', 'This user is inactive.') : null;
}

function wrongCredentials(): ProblemError {
  return refused('wrong-credentials', 'Invalid email or password');
}

function refused(code: ProblemCode, message: string): ProblemError {
  return new ProblemError(401, [{ code, message }]);
}
