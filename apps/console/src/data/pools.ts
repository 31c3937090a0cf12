import {
  calls,
  consumersOf,
  type Policy,
  type Pool,
  type Principal,
  type Product,
  resourceIdOf,
} from '@keyhold/contract';
import { accountList } from '#lists/engine/account-list.ts';
import { fetchAll, type ListSource } from '#lists/engine/listing.ts';
import { listingQuery } from '#lists/engine/use-list.ts';
import type { ChosenRows } from '#lists/selection/chosen-rows.ts';
import { keys } from '#server/cache/keys.ts';
import { recordQuery } from '#server/cache/record-query.ts';
import { useSideQuery } from '#server/cache/side-query.ts';
import type { AccountScope } from '#session/selected-account.ts';
import { usePermission } from '#session/use-permission.ts';

/** A pool with the name of its product, and when the first of its licenses ends. */
export interface PoolWithProduct extends Pool {
  productName: string;
  endsNext: string | null;
}

function withProductName(pool: Pool, resources: Readonly<Record<string, Product>>, endsNext: string | null) {
  return { ...pool, productName: resources[pool.product]?.name ?? resourceIdOf(pool.product), endsNext };
}

/** The pools of an account. */
export const poolsSource = accountList(keys.pool.list, calls.listPools, calls.listAccountPools, {
  sorts: ['name', 'description'],
  read: ({ items, resources, 'ends-next': ends }) =>
    items.map((pool): PoolWithProduct => withProductName(pool, resources, ends[pool.rn] ?? null)),
});

export const poolQuery = recordQuery(keys.pool.record, calls.getPool);

/** The pools of an account, as far as they fit a list that is fetched whole; none for users who may not list them. */
export function usePools(scope: AccountScope): readonly PoolWithProduct[] | undefined {
  const may = usePermission('license:ListPools');
  const data = useSideQuery({ ...listingQuery(poolsSource(scope)), enabled: may });
  return may ? data?.items : [];
}

/** The rns of the chosen licenses of a list. */
export async function rnsOfChosen(
  source: Pick<ListSource<{ rn: string }>, 'fetchRows'>,
  chosen: ChosenRows,
): Promise<string[]> {
  if ('keys' in chosen) return [...chosen.keys];
  const found = await fetchAll(source.fetchRows, chosen.search, new AbortController().signal);
  return found.map(({ rn }) => rn).filter((rn) => !chosen.except.includes(rn));
}

/** The seats of a pool, those lent beyond what was bought included. */
export function seatsOf(pool: Pick<Pool, 'seats' | 'overdraft-seats'>): number {
  return pool.seats + pool['overdraft-seats'];
}

/** Who may use a pool, as its page shows it. */
export type PoolConsumers =
  | { readonly kind: 'No one' | 'Everyone' }
  | { readonly kind: 'Tags'; readonly tags: readonly string[] }
  | { readonly kind: 'Users'; readonly users: readonly string[] }
  | { readonly kind: 'Custom policy' };

/** Reads the consumers of a pool from its policies: as of a license, or several users and service accounts. */
export function poolConsumersOf(policies: readonly Policy[]): PoolConsumers {
  const consumers = consumersOf(policies);
  if (consumers.kind === 'User') return { kind: 'Users', users: [consumers.user] };
  if (consumers.kind !== 'Custom policy') return consumers;
  const [statement, ...more] = consumers.statements;
  const users = statement?.principals.map(({ id }) => id) ?? [];
  // A statement about one of them alone is one of the known kinds.
  const single = users.length > 1 && more.length === 0 && onlyNames(statement?.principals.slice(0, 1) ?? [], policies);
  return single ? { kind: 'Users', users } : { kind: 'Custom policy' };
}

/** Whether the consume policy would name a user alone if it had these principals. */
function onlyNames(principals: readonly Principal[], policies: readonly Policy[]): boolean {
  const alone = policies.map((policy) => ({
    ...policy,
    statements: policy.statements.map((statement) => ({ ...statement, principals: [...principals] })),
  }));
  return consumersOf(alone).kind === 'User';
}
