import { type RawBuilder, sql } from 'kysely';
import type { Installation } from '../../installation.ts';

/**
 * SQL for whether an account uses tags: only then does it have groups.
 *
 * @param account the id, or the column that holds it
 */
export function usesTags(installation: Installation, account: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from licenses where licenses."account-id" = ${account}
    and licenses."product-id" = ${installation.sharedProductId} and licenses."deleted-on" is null)`;
}
