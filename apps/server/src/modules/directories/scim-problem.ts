import { ProblemError } from '../../problem.ts';

/** The keywords by which SCIM distinguishes refusals (RFC 7644, table 9), as far as they are used here. */
type Keyword =
  | 'invalidFilter'
  | 'tooMany'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue';

/**
 * 400 with a keyword of SCIM.
 *
 * @example
 * throw scimInvalid('invalidPath', 'A user has no attribute colour.')
 */
export function scimInvalid(keyword: Keyword, message: string): ProblemError {
  return new ProblemError(400, [{ code: 'invalid', message }], { details: { scimType: keyword } });
}
