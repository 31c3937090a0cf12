import { createRequire } from 'node:module';
import type * as CommonLanguage from '@zxcvbn-ts/language-common';
import { invalid } from '../problem.ts';

/**
 * Refuses a new password that an attacker would try first: a very common one, or the person's own e-mail, ignoring case
 * and surrounding spaces.
 *
 * @throws {ProblemError} 400 at `new-password`
 */
export function requireGoodPassword(password: string, email: string): void {
  const plain = password.trim().toLowerCase();
  if (plain === email.trim().toLowerCase()) {
    throw invalid('new-password', 'Your email cannot be your password. Choose another password.');
  }
  if (loadCommonPasswords().includes(plain)) {
    throw invalid('new-password', 'This password is one of the most common ones. Choose another password.');
  }
}

/** Loaded when the first password is set, and cached by Node.js: most server starts never need the list. */
function loadCommonPasswords(): readonly string[] {
  const { dictionary }: typeof CommonLanguage = createRequire(import.meta.url)('@zxcvbn-ts/language-common');
  return dictionary['passwords-common'];
}
