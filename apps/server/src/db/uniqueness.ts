import { conflict, type ProblemError } from '../problem.ts';
import { isDatabaseError } from './retry.ts';

/** The sentence for each unique index of the schema. */
const taken: Readonly<Record<string, readonly [code: string, message: string, path: string]>> = {
  'accounts-name-taken': ['account-name-taken', 'This account name already exists.', 'name'],
  'tags-name-taken': ['tag-name-taken', 'This tag name already exists.', 'name'],
  'users-email-taken': ['email-taken', 'This email already exists.', 'email'],
};

/** The refusal that a broken uniqueness rule stands for, or null when the error is something else. */
export function uniquenessProblem(error: unknown): ProblemError | null {
  if (!isDatabaseError(error) || error.code !== '23505') return null;
  const [code, message, path] = taken[error.constraint ?? ''] ?? [];
  return code && message ? conflict(code, message, path) : null;
}
