import pg from 'pg';
import { vi } from 'vitest';

/** A statement as it was sent. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Statements of one transaction: the one that begins it, with the role and the account, and those that read. */
export interface RecordedTransaction {
  readonly begin: string;
  readonly reads: readonly Statement[];
}

/** Notes every statement that the server sends while something is done, by transactions. */
export async function recordStatements(work: () => Promise<void>): Promise<readonly RecordedTransaction[]> {
  const sent: Statement[] = [];
  const original = pg.Client.prototype.query;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: Parameters<typeof original>
  ) {
    const [text, values] = args as readonly unknown[];
    if (typeof text === 'string') sent.push({ text, values: Array.isArray(values) ? values : [] });
    return Reflect.apply(original, this, args);
  });
  try {
    await work();
  } finally {
    spy.mockRestore();
  }
  return inTransactions(sent);
}

function inTransactions(sent: readonly Statement[]): RecordedTransaction[] {
  const transactions: { begin: string; reads: Statement[] }[] = [];
  for (const statement of sent) {
    if (/^begin;/i.test(statement.text)) transactions.push({ begin: statement.text, reads: [] });
    else if (/^\s*(select|with|\()/i.test(statement.text)) transactions.at(-1)?.reads.push(statement);
  }
  return transactions;
}
