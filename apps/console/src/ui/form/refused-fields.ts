import { problemsOf } from '#ui/feedback/error-status.ts';

/**
 * The fields that a failed call refuses, from the `problems` of its reply. Empty unless every problem belongs to a
 * field of the form.
 */
export function refusedFields(error: unknown, fields: readonly string[]): string[] {
  const paths = problemsOf(error).map(({ path }) => String(path));
  return paths.every((path) => fields.includes(path)) ? paths : [];
}
