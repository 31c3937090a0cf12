import { isServiceAccount } from '../fields/rn.ts';
import {
  type Condition,
  consumeActions,
  consumePolicyName,
  type Policy,
  principalProvider,
  type Statement,
} from './policy.ts';

/** The user or service account that requests an action on a license: its rn and the rns of its tags. */
export interface Subject {
  readonly rn: string;
  readonly tags: readonly string[];
}

/** The match of one part of a statement: `absent` means that the statement does not have it. */
export type Match = 'matched' | 'missed' | 'absent';

/** The evaluation of one statement; `applies` is true when the statement counts for this request. */
export interface StatementTrace {
  readonly policy: string;
  readonly index: number;
  readonly effect: string;
  readonly action: Match;
  readonly principal: Match;
  readonly condition: Match;
  readonly resource: Match;
  readonly applies: boolean;
  /** The tags that a condition requires and the subject lacks. */
  readonly 'missing-tags': readonly string[];
}

/** The engine's decision, with the statements it evaluated; `decisive` is the one that decided, if any did. */
export interface Decision {
  readonly allowed: boolean;
  readonly decisive: StatementTrace | null;
  readonly statements: readonly StatementTrace[];
}

/**
 * Whether a permission covers an action: it equals `service:action`, `service:*`, `*:action` or `*:*`.
 *
 * @example
 * matchesAction('iam:*', 'iam:ListUsers') // true
 */
export function matchesAction(permission: string, action: string): boolean {
  const [service, name, ...rest] = action.split(':');
  if (!service || !name || rest.length > 0) return false;
  return [action, `${service}:*`, `*:${name}`, '*:*'].includes(permission);
}

/**
 * Whether a user's own policies and those of their roles allow an action. Deny wins; no match denies. These policies
 * apply to their bearer, so a statement that is restricted by principals, conditions or resources cannot be evaluated
 * here: it never allows, but its Deny denies.
 *
 * @example
 * permits(policiesOf(user), 'license:ListLicenses')
 */
export function permits(policies: readonly Policy[], action: string): boolean {
  let allowed = false;
  for (const { statements } of policies) {
    for (const statement of statements) {
      if (!statement.actions.some((permission) => matchesAction(permission, action))) continue;
      if (statement.effect === 'Deny') return false;
      if (statement.effect === 'Allow' && isUnrestricted(statement)) allowed = true;
    }
  }
  return allowed;
}

/**
 * Whether policies allow any change: any action except reading (`Get…`, `List…`) and the three of consuming. Users
 * who may change something are administrators for the second-factor policy.
 *
 * @example
 * mayChange(builtInRoles({ provider: false })[0].policies) // true
 */
export function mayChange(policies: readonly Policy[]): boolean {
  const statements = policies.flatMap((policy) => policy.statements);
  const denied = statements.filter(({ effect }) => effect === 'Deny').flatMap(({ actions }) => actions);
  return statements
    .filter((statement) => statement.effect === 'Allow' && isUnrestricted(statement))
    .flatMap(({ actions }) => actions)
    .some((action) => isChange(action) && !denied.some((permission) => matchesAction(permission, action)));
}

function isChange(action: string): boolean {
  const [, name = ''] = action.split(':');
  return !/^(Get|List)/.test(name) && !consumeActions.some((consuming) => consuming === action);
}

function isUnrestricted(statement: Statement): boolean {
  const { principals, conditions, resources } = statement;
  return principals.length === 0 && conditions.length === 0 && (resources.length === 0 || resources.includes('*'));
}

/**
 * Decides by a license's own policies whether a user may act on it. Only the policy named
 * 'Consume License Policy' decides; a statement with neither principals nor conditions applies to no one; a tag
 * condition with an empty list holds for every user. No condition holds for a service account: it is named, or left out.
 * Account and user status are not policy: the caller checks them.
 *
 * @param license the rn of the license that carries the policies
 * @example
 * decideLicense(license.policies, license.rn, 'license:ConsumeLicense', { rn: user.rn, tags: user.tags }).allowed
 */
export function decideLicense(
  policies: readonly Policy[],
  license: string,
  action: string,
  subject: Subject,
): Decision {
  const statements = policies
    .filter((policy) => policy.name === consumePolicyName)
    .flatMap((policy) => policy.statements)
    .map((statement, index) => traceStatement(statement, index, license, action, subject));
  const applying = statements.filter((trace) => trace.applies);
  const denial = applying.find((trace) => trace.effect === 'Deny');
  const allowance = applying.find((trace) => trace.effect === 'Allow');
  return { allowed: !denial && allowance !== undefined, decisive: denial ?? allowance ?? null, statements };
}

function traceStatement(
  statement: Statement,
  index: number,
  license: string,
  action: string,
  subject: Subject,
): StatementTrace {
  const byName = isServiceAccount(subject.rn);
  const missingTags = byName ? [] : statement.conditions.flatMap((condition) => lacking(condition, subject));
  const parts = {
    action: match(statement.actions, (permission) => matchesAction(permission, action)),
    principal: match(statement.principals, (one) => one.provider === principalProvider && one.id === subject.rn),
    condition: statement.conditions.length === 0 ? 'absent' : byName || missingTags.length > 0 ? 'missed' : 'matched',
    resource: match(statement.resources, (resource) => resource === license || resource === '*'),
  } satisfies Record<string, Match>;
  const applies =
    parts.action === 'matched' &&
    parts.principal !== 'missed' &&
    parts.condition !== 'missed' &&
    parts.resource !== 'missed' &&
    !(parts.principal === 'absent' && parts.condition === 'absent');
  return {
    policy: consumePolicyName,
    index,
    effect: statement.effect,
    ...parts,
    applies,
    'missing-tags': [...new Set(missingTags)],
  };
}

function match<Item>(items: readonly Item[], test: (item: Item) => boolean): Match {
  if (items.length === 0) return 'absent';
  return items.some(test) ? 'matched' : 'missed';
}

function lacking(condition: Condition, subject: Subject): string[] {
  return condition.tags.filter((tag) => !subject.tags.includes(tag));
}
