/**
 * The timeouts of tests, in milliseconds: high enough for a busy machine, so that only a hanging test reaches them.
 * `wait` applies to each `vi.waitFor`, `vi.waitUntil` and `expect.poll`, `test` to a whole test.
 */
export const limits = { wait: 60_000, test: 300_000 };

/**
 * The options of `vi.waitFor` and `vi.waitUntil`, whose default timeout is a second.
 *
 * @example
 * await vi.waitUntil(() => mails.length > 0, soon);
 */
export const soon = { timeout: limits.wait };
