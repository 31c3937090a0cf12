import { type Policy, permits } from '@keyhold/contract';
import type { Transaction } from '../../db/database.ts';
import type { Installation } from '../../installation.ts';
import { ProblemError } from '../../problem.ts';
import { policiesOfUser } from '../factors/factors.sql.ts';
import type { SigningIn } from './challenge-if-due.ts';

/** Whether a password signs a user in: always, with a second factor only, or not at all. */
export type PasswordRule = 'enough' | 'with a factor' | 'refused';

/**
 * Returns what a password is sufficient for. Where an account has switched passwords off, only its Account
 * Administrators keep one, for emergencies when its provider is unavailable, and only with a second factor.
 */
export async function passwordRuleOf(
  tx: Transaction,
  installation: Installation,
  who: SigningIn,
): Promise<PasswordRule> {
  const account = await tx
    .selectFrom('accounts')
    .select('password-sign-in')
    .where('id', '=', who.accountId)
    .executeTakeFirst();
  if (account?.['password-sign-in'] !== false) return 'enough';
  const { policies } = await policiesOfUser(tx, who.id);
  return isAccountAdministrator(installation, who.accountId, policies) ? 'with a factor' : 'refused';
}

/** In a customer's account every Administrator counts as one; in the provider account, only actors across accounts. */
function isAccountAdministrator(installation: Installation, account: string, policies: readonly Policy[]): boolean {
  const isProvider = account === installation.providerAccountId;
  return permits(policies, 'iam:UpdateSecurity') && (!isProvider || permits(policies, 'adm:ListAccounts'));
}

/** 401, for a user whose correct password does not sign them in. */
export function singleSignOnOnly(): ProblemError {
  return new ProblemError(401, [
    { code: 'single-sign-on-only', message: 'You sign in with single sign-on here, not with a password.' },
  ]);
}
