/**
 * Reads which fields a failed call complains about, from the `problems` of its reply. Empty unless every problem
 * belongs to one of the form's fields: then these are the fields to mark.
 */
export function fieldErrors(error: unknown, fields: readonly string[]): Record<string, string> {
  const problems: unknown = typeof error === 'object' && error !== null && 'problems' in error ? error.problems : [];
  if (!Array.isArray(problems)) return {};
  const found: Record<string, string> = {};
  for (const problem of problems) {
    const { path, message } = (problem ?? {}) as { path?: unknown; message?: unknown };
    if (typeof path !== 'string' || typeof message !== 'string' || !fields.includes(path)) return {};
    found[path] ??= message;
  }
  return found;
}
