import type { Actor } from '../../access/actor.ts';
import { reachableAccount, scopeOf } from '../../access/guards.ts';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { anyOf } from '../../db/expressions.ts';
import type { Input } from '../../http/input.ts';
import type { Services } from '../../services.ts';
import { searchLicenses } from '../licenses/search-licenses.ts';
import { readLimit, requireCount, type Selected, withoutExcepted } from './for-each.ts';

/** The selection of a bulk call about licenses. */
type Selection = Input<'releaseLicenses'>['body'];

/**
 * The licenses that a bulk call selects, named by their keys.
 *
 * @param require checks the request's other references, once the account is known
 */
export async function selectedLicenses(
  services: Services,
  actor: Actor,
  body: Selection,
  require: (tx: Transaction, account: string) => Promise<unknown> = async () => undefined,
): Promise<readonly Selected[]> {
  return inTransaction(services.db, scopeOf(actor), async (tx) => {
    const account = await reachableAccount(tx, actor, body['account-id']);
    await require(tx, account);
    const meant = await (body.ids ? namedLicenses(tx, account, body.ids) : foundLicenses(tx, account, body));
    const selected = withoutExcepted(meant, body.except);
    requireCount(selected, body.count);
    return selected;
  });
}

async function foundLicenses(tx: Transaction, account: string, body: Selection): Promise<Selected[]> {
  const licenses = await searchLicenses(tx, account, body);
  const found = await licenses.orderBy('licenses.id').limit(readLimit(body.except)).execute();
  return found.map(({ id }) => ({ id, name: id }));
}

/** The licenses with these keys; keys that the account does not have are reported among the failures. */
async function namedLicenses(tx: Transaction, account: string, keys: readonly string[]): Promise<Selected[]> {
  const found = await tx
    .selectFrom('licenses')
    .select('id')
    .where('account-id', '=', account)
    .where(
      'id',
      '=',
      anyOf(
        keys.filter((key) => !key.includes('\0')),
        'text',
      ),
    )
    .execute();
  const known = new Set(found.map(({ id }) => id));
  return [...new Set(keys)].map((id) => ({ id, name: id, missing: !known.has(id) }));
}
