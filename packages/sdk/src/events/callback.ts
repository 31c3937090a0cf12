/** Reports an error of a function of the application on the console: it ends neither a lease nor a wait. */
export function reportFailure(what: string, error: unknown): void {
  console.error(`${what} failed.`, error);
}

/** Calls a function of the application; if it fails, that is reported, and the result is undefined. */
export function callBack<Result>(what: string, work: () => Result): Result | undefined {
  try {
    return work();
  } catch (error) {
    reportFailure(what, error);
    return undefined;
  }
}
