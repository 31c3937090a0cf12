/** The HTTP status of a failed call; null if no server answered. */
export function errorStatus(error: unknown): number | null {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : null;
  return typeof status === 'number' ? status : null;
}

/** The `problems` of the server's error reply. */
export function problemsOf(error: unknown): readonly { code?: unknown; path?: unknown; message?: unknown }[] {
  const problems = typeof error === 'object' && error !== null && 'problems' in error ? error.problems : [];
  return Array.isArray(problems) ? problems.map((problem) => problem ?? {}) : [];
}

/**
 * The fields that a failed call refuses, from the `problems` of its reply. Empty unless every problem belongs to a
 * field of the form.
 */
export function refusedFields(error: unknown, fields: readonly string[]): string[] {
  const paths = problemsOf(error).map(({ path }) => String(path));
  return paths.every((path) => fields.includes(path)) ? paths : [];
}

/** Whether the server refused a change because its subject was changed since it was read (412). */
export function isStale(error: unknown): boolean {
  return errorStatus(error) === 412;
}
