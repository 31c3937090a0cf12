/** Makes a function fetch once: every call returns the promise of the first one. A failed fetch is repeated. */
export function fetchOnce<Result>(fetch: () => Promise<Result>): () => Promise<Result> {
  let fetched: Promise<Result> | null = null;
  return () => {
    fetched ??= fetch().catch((error: unknown) => {
      fetched = null;
      throw error;
    });
    return fetched;
  };
}
