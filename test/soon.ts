/**
 * The limits of tests, in milliseconds, for what hangs: machines are shared, and a test never measures them.
 * `wait` is that of each `vi.waitFor`, `vi.waitUntil` and `expect.poll`, `test` that of a whole test.
 */
export const limits = { wait: 60_000, test: 300_000 };

/**
 * The options of `vi.waitFor` and `vi.waitUntil`, whose own limit is a second.
 *
 * @example
 * await vi.waitUntil(() => mails.length > 0, soon);
 */
export const soon = { timeout: limits.wait };
