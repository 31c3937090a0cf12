import { consumeActions, knownActions, matchesAction, type Policy, type Statement } from '@keyhold/contract';
import { invalid } from '../problem.ts';
import type { Actor } from './actor.ts';
import { requireNoMoreRights } from './rights.ts';

/** Every action of this version: those that calls need, and those of consuming. */
const actions = [...new Set([...knownActions, ...consumeActions])];

/**
 * Refuses policies that name an action, or a wildcard, that matches none of this version: it could begin to allow
 * something in a later one.
 *
 * @param kept policies that are already stored, and stay as they are
 * @throws {ProblemError} 400 with the first such action
 */
export function requireKnownActions(policies: readonly Policy[], kept: readonly Policy[] = []): void {
  for (const [index, policy] of policies.entries()) {
    if (isAmong(policy, kept)) continue;
    for (const [number, statement] of policy.statements.entries()) {
      const at = statement.actions.findIndex((named) => !actions.some((action) => matchesAction(named, action)));
      if (at === -1) continue;
      const path = `policies.${index}.statements.${number}.actions.${at}`;
      throw invalid(path, `There is no action '${statement.actions[at]}'. Choose another action.`);
    }
  }
}

/**
 * Refuses policies of a license that allow what the giver may not do, whomever they allow it. The actions of consuming
 * are no rights of the giver: an administrator decides who may consume.
 *
 * @param kept policies that the license has already, and that stay as they are
 * @throws {ProblemError} 400 for an unknown action, 403 for one that the giver may not do
 */
export function requireGivable(giver: Actor, policies: readonly Policy[], kept: readonly Policy[]): void {
  requireKnownActions(policies, kept);
  const given = policies
    .filter((policy) => !isAmong(policy, kept))
    .map((policy) => ({ ...policy, statements: policy.statements.flatMap(withoutConsuming) }));
  requireNoMoreRights(giver, given, 'a license');
}

/** What a statement allows beside consuming, whomever it allows it. */
function withoutConsuming(statement: Statement): Statement[] {
  if (statement.effect !== 'Allow') return [];
  const others = statement.actions.filter((action) => !consumeActions.some((consuming) => consuming === action));
  return [{ ...statement, actions: others, principals: [], conditions: [], resources: [] }];
}

function isAmong(policy: Policy, kept: readonly Policy[]): boolean {
  const text = JSON.stringify(sorted(policy));
  return kept.some((one) => JSON.stringify(sorted(one)) === text);
}

/** A JSON value with the fields of its objects in alphabetical order: the database has an order of its own. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, one]) => [name, sorted(one)]),
  );
}
