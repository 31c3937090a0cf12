import type { ImportItem } from '@keyhold/contract';
import type { Actor } from '../../../access/actor.ts';
import { actorOrRefusal, requirePermission, scopeOf } from '../../../access/guards.ts';
import { inTransaction } from '../../../db/database.ts';
import type { Procedure } from '../../../http/bind.ts';
import { ProblemError } from '../../../problem.ts';
import { importRows } from './import-rows.ts';
import { refused } from './in-transactions.ts';
import { type KnownPeople, readKnownPeople } from './known-people.ts';

/** Rows between two checks of the caller's session and rights, and the most that share a transaction. */
const chunk = 50;

/**
 * Imports rows in order, each whole or not at all: some share a transaction, and if one of them is refused, each has its
 * own. A check does the same, and rolls it back, so that it finds what an import would find.
 */
export const importUsers: Procedure<'importUsers'> = async (services, _, { body }, { authorize }) => {
  const authorized = async () => {
    const actor = await authorize();
    if (body['create-tags']) requirePermission(actor, 'iam:CreateTag');
    return actor;
  };
  let actor: Actor | ProblemError = await authorized();
  const by = actor;
  const known = await inTransaction(services.db, scopeOf(by), (tx) => readKnownPeople(tx, by, body));
  const seen = new Set<string>();
  const picked = new Set<string>();
  const items: ImportItem[] = [];
  for (let from = 0; from < body.rows.length; from += chunk) {
    if (from > 0 && !(actor instanceof ProblemError)) actor = await actorOrRefusal(authorized);
    const rows = body.rows.slice(from, from + chunk).map((row, place) => {
      const index = from + place;
      return { row, index, isRepeated: isRepeated(seen, known, index), picked };
    });
    if (actor instanceof ProblemError) {
      const { problems } = actor;
      items.push(...rows.map(({ index }) => ({ row: index, ...refused(problems) })));
    } else items.push(...(await importRows(services, actor, rows, known, body)));
  }
  return { items, totals: totalsOf(items) };
};

/** Whether an earlier row has the same e-mail. */
function isRepeated(seen: Set<string>, { emails }: KnownPeople, index: number): boolean {
  const email = emails.get(index);
  if (email === undefined) return false;
  if (seen.has(email)) return true;
  seen.add(email);
  return false;
}

function totalsOf(items: readonly ImportItem[]) {
  const count = (outcome: ImportItem['outcome']) => items.filter((item) => item.outcome === outcome).length;
  return {
    create: count('create'),
    update: count('update'),
    unchanged: count('unchanged'),
    refuse: count('refuse'),
  };
}
