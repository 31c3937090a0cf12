import type { ProblemCode } from '@keyhold/contract';
import type { Caller } from '../../access/actor.ts';
import { type AttemptLimit, tryToCount } from '../../access/attempts.ts';
import { audit } from '../../audit/audit.ts';
import { type Database, inTransaction } from '../../db/database.ts';
import { rnOf } from '../../installation.ts';

/** Why a sign-in at a provider failed: the sentence for the user, and the reason in the log for administrators. */
export class SignInFailure extends Error {
  readonly code: ProblemCode;
  readonly details: Readonly<Record<string, unknown>>;

  /** @param reason may quote the provider: what PostgreSQL cannot store is left out */
  constructor(code: ProblemCode, reason: string, details: Readonly<Record<string, unknown>> = {}) {
    super(reason.replaceAll('\0', '').toWellFormed());
    this.code = code;
    this.details = details;
  }
}

/** The connection of a sign-in was removed after it had begun. */
export function connectionRemoved(): SignInFailure {
  return new SignInFailure('challenge-ended', 'The connection was removed meanwhile.');
}

/** Limit of entries that anybody may cause in the log of an account. */
const entryLimit: AttemptLimit = { kind: 'log-entry', failures: 100 };

/** Like {@link noteFailure}, for a failure that anybody may cause, for example a page of another site. */
export async function noteAnybodysFailure(
  db: Database,
  caller: Caller,
  account: string,
  failure: SignInFailure,
): Promise<void> {
  if (await tryToCount(db, entryLimit, account)) await noteFailure(db, caller, account, failure);
}

/** Records why a sign-in failed, in the log of the account whose connection it used. */
export async function noteFailure(
  db: Database,
  caller: Caller,
  account: string,
  { message: reason, details }: SignInFailure,
): Promise<void> {
  const resource = rnOf(caller.installation, account, 'account', account);
  await inTransaction(db, { account }, (tx) =>
    audit(tx, caller, { action: 'auth:SingleSignOnFailed', resource, after: { reason, ...details } }),
  );
}
