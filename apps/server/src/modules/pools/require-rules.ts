import type { PoolRules } from '@keyhold/contract';
import type { Actor } from '../../access/actor.ts';
import { type Reference, requireReferences } from '../../access/references.ts';
import type { Transaction } from '../../db/database.ts';
import { invalid } from '../../problem.ts';

/** Refuses rules that name missing tags; the named ones are locked against their deletion until the commit. */
export async function requireRuleTags(tx: Transaction, actor: Actor, account: string, rules: PoolRules, path: string) {
  const references: Reference[] = [
    ...(rules.shares ?? []).map(({ tag: rn }, index) => ({ rn, path: `${path}shares.${index}.tag` })),
    ...(rules.offline?.tags ?? []).map((rn, index) => ({ rn, path: `${path}offline.tags.${index}` })),
    ...(rules.priorities ?? []).map(({ tag: rn }, index) => ({ rn, path: `${path}priorities.${index}.tag` })),
  ];
  await requireReferences(tx, actor, account, 'tag', references, { lock: true });
}

/** @throws {ProblemError} 400 when a pool's shares reserve more seats than it has */
export function requireReserves({ shares }: PoolRules, seats: number, path: string): void {
  const reserved = (shares ?? []).reduce((sum, { reserve }) => sum + (reserve ?? 0), 0);
  if (reserved <= seats) return;
  const message = `The shares reserve ${reserved} seats, but the pool has ${seats}. Reserve fewer, or add licenses first.`;
  throw invalid(path, message);
}
