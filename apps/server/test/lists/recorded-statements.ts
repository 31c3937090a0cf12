import pg from 'pg';
import { vi } from 'vitest';

/** A statement as it was sent. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Whether it is planned at each execution (`planFor`). */
  readonly plannedForValues?: boolean;
}

/** The statements of one transaction: the one that sets its role and account, and those that read. */
export interface RecordedTransaction {
  readonly opening: Statement;
  readonly reads: readonly Statement[];
}

/** Records every statement that the server sends during the work, by transaction. */
export async function recordStatements(work: () => Promise<void>): Promise<readonly RecordedTransaction[]> {
  const sent: Statement[] = [];
  const original = pg.Client.prototype.query;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: Parameters<typeof original>
  ) {
    const [batch] = args as readonly unknown[];
    if (isBatch(batch)) sent.push(...batch.statements);
    return Reflect.apply(original, this, args);
  });
  try {
    await work();
  } finally {
    spy.mockRestore();
  }
  return inTransactions(sent);
}

/** The statements of one round trip (`@keyhold/pg-round-trip`). */
function isBatch(sent: unknown): sent is { readonly statements: readonly Statement[] } {
  return typeof sent === 'object' && sent !== null && 'statements' in sent;
}

function inTransactions(sent: readonly Statement[]): RecordedTransaction[] {
  const transactions: { opening: Statement; reads: Statement[] }[] = [];
  for (const statement of sent) {
    if (statement.text.includes("set_config('keyhold.account'")) transactions.push({ opening: statement, reads: [] });
    else if (/^\s*(select|with|\()/i.test(statement.text)) transactions.at(-1)?.reads.push(statement);
  }
  return transactions;
}
