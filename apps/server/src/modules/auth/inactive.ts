import type { ProblemCode } from '@keyhold/contract';
import type { Transaction } from '../../db/database.ts';
import { ProblemError } from '../../problem.ts';

/** The statuses of a user and of their account. */
interface Statuses {
  readonly status: string;
  readonly 'account-status': string;
}

/** 401 with the reason why a user may not sign in, for callers who have proven to be them; null if they may. */
export function inactiveProblem(found: Statuses): ProblemError | null {
  if (found['account-status'] === 'Inactive') return refused('account-inactive', 'This account is inactive.');
  return found.status === 'Inactive' ? refused('user-inactive', 'This user is inactive.') : null;
}

/** {@link inactiveProblem} of a user by their id. */
export async function inactiveProblemOf(tx: Transaction, userId: string): Promise<ProblemError | null> {
  const found = await tx
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.account-id')
    .select(['users.status', 'accounts.status as account-status'])
    .where('users.id', '=', userId)
    .executeTakeFirst();
  return found ? inactiveProblem(found) : null;
}

function refused(code: ProblemCode, message: string): ProblemError {
  return new ProblemError(401, [{ code, message }]);
}
