import { ProblemError } from '../../../problem.ts';

/** The SCIM keywords for refusals (RFC 7644, table 9) that are used here. */
type Keyword =
  | 'invalidFilter'
  | 'tooMany'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue';

/**
 * 400 with a SCIM keyword.
 *
 * @example
 * throw scimInvalid('invalidPath', 'A user has no attribute colour.')
 */
export function scimInvalid(keyword: Keyword, message: string): ProblemError {
  return new ProblemError(400, [{ code: 'invalid', message }], { details: { scimType: keyword } });
}
