import { hash } from 'node:crypto';
import { newFactorName, recoveryCodeCount } from '@keyhold/contract';
import { sql } from 'kysely';
import type { Transaction } from '../../db/database.ts';
import { clock } from '../../db/expressions.ts';
import { randomGroups } from '../../secrets/random-secret.ts';

/** Creates ten new codes: 120 bits each, so that a fast hash is sufficient (ASVS 5.0, 6.5.2). */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => randomGroups(6, 4));
}

/** The hash under which a code is stored, regardless of how it was typed. */
function hashOfCode(code: string): Buffer {
  const plain = code.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
  return hash('sha256', plain, 'buffer');
}

/** Stores new codes for a user, whose row is locked; the previous ones become invalid. */
export async function storeRecoveryCodes(
  tx: Transaction,
  { id, accountId }: { readonly id: string; readonly accountId: string },
  codes: readonly string[],
): Promise<void> {
  await tx.deleteFrom('factors').where('user-id', '=', id).where('kind', '=', 'recovery-codes').execute();
  await tx
    .insertInto('factors')
    .values({
      'account-id': accountId,
      'user-id': id,
      kind: 'recovery-codes',
      name: newFactorName('recovery-codes'),
      'code-hashes': codes.map(hashOfCode),
    })
    .execute();
}

/** Spends a code; null when it is not one of the user's, or was used before. */
export async function useRecoveryCode(tx: Transaction, userId: string, code: string) {
  const hashed = hashOfCode(code);
  const used = await tx
    .updateTable('factors')
    .set({ 'code-hashes': sql`array_remove("code-hashes", ${hashed})`, 'last-used-on': clock })
    .where('user-id', '=', userId)
    .where('kind', '=', 'recovery-codes')
    .where(sql<boolean>`${hashed} = any("code-hashes")`)
    .returning(sql<number>`cardinality("code-hashes")`.as('left'))
    .executeTakeFirst();
  return used ?? null;
}
