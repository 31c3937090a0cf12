import { inTransaction, type Transaction } from '../../src/db/database.ts';
import { rnOf } from '../../src/installation.ts';
import type { TestApp } from '../app.ts';

/** A resource to make a call about. */
export interface Made {
  readonly id: string;
  readonly rn: string;
}

/** The helpers that every maker needs. */
export type Making = ReturnType<typeof createMaking>;

export function createMaking(test: TestApp) {
  const { db, installation } = test.services;
  let made = 0;
  const next = () => {
    made += 1;
    return String(made).padStart(5, '0');
  };
  return {
    test,
    next,
    email: () => `made${next()}@made.example`,
    insert: <Result>(work: (tx: Transaction) => Promise<Result>) => inTransaction(db, 'every account', work),
    rn: (account: string, type: Parameters<typeof rnOf>[2], id: string): Made => ({
      id,
      rn: rnOf(installation, account, type, id),
    }),
  };
}

export const deletedOn = (deleted: boolean) => (deleted ? { 'deleted-on': new Date() } : {});
