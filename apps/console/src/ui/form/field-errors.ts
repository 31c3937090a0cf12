import { problemSentence } from '#text/problems.ts';
import { problemsOf } from '#ui/feedback/error-status.ts';

/**
 * The fields that a failed call refuses, with messages, from the `problems` of its reply. Empty unless every problem
 * belongs to a field of the form.
 */
export function fieldErrors(error: unknown, fields: readonly string[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const problem of problemsOf(error)) {
    const { path } = problem;
    const sentence = problemSentence(problem);
    if (typeof path !== 'string' || sentence === null || !fields.includes(path)) return {};
    found[path] ??= sentence;
  }
  return found;
}
