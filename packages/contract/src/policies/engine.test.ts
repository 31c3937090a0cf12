import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatRn } from '../fields/rn.ts';
import { decideLicense, matchesAction, mayChange, permits } from './engine.ts';
import {
  consumePolicy,
  consumePolicyName,
  consumersOf,
  type Policy,
  principalProvider,
  type Statement,
} from './policy.ts';

const action = 'license:ConsumeLicense';
const license = formatRn('eu-1', 'account', 'license', 'KEY');
const users = ['ada', 'bob'].map((id) => formatRn('eu-1', 'account', 'user', id));
const tags = ['red', 'blue'].map((id) => formatRn('eu-1', 'account', 'tag', id));

const anyStatement: fc.Arbitrary<Statement> = fc.record({
  actions: fc.subarray([action, 'license:*', '*:ConsumeLicense', '*:*', 'license:GetLicense', 'iam:*']),
  effect: fc.constantFrom('Allow', 'Deny', 'allow', 'Audit'),
  principals: fc.array(
    fc.record({ id: fc.constantFrom(...users), provider: fc.constantFrom(principalProvider, 'elsewhere') }),
    { maxLength: 2 },
  ),
  conditions: fc.array(
    fc.record({
      type: fc.constant('Tag' as const),
      logic: fc.constant('All' as const),
      operator: fc.constant('Equals' as const),
      tags: fc.subarray(tags),
    }),
    { maxLength: 2 },
  ),
  resources: fc.subarray([license, '*', formatRn('eu-1', 'account', 'license', 'OTHER')]),
});
const anyPolicies: fc.Arbitrary<Policy[]> = fc.array(
  fc.record({
    name: fc.constantFrom(consumePolicyName, 'Something else'),
    statements: fc.array(anyStatement, { maxLength: 3 }),
  }),
  { maxLength: 3 },
);
const anySubject = fc.record({ rn: fc.constantFrom(...users), tags: fc.subarray(tags) });

function policyOf(...statements: Statement[]): Policy {
  return { name: consumePolicyName, statements };
}

const everyone = consumePolicy({ kind: 'Everyone' });
const denyEveryone: Policy = policyOf({ ...(everyone.statements[0] as Statement), effect: 'Deny' });

describe('a license policy', () => {
  it('is always denied by a Deny, at any position', () => {
    fc.assert(
      fc.property(anyPolicies, anySubject, fc.nat(), (policies, subject, at) => {
        const denied = policies.toSpliced(at % (policies.length + 1), 0, denyEveryone);
        expect(decideLicense(denied, license, action, subject).allowed).toBe(false);
      }),
    );
  });

  it('never removes access when an Allow is added', () => {
    fc.assert(
      fc.property(anyPolicies, anyStatement, anySubject, (policies, statement, subject) => {
        const before = decideLicense(policies, license, action, subject).allowed;
        const after = decideLicense(
          [...policies, policyOf({ ...statement, effect: 'Allow' })],
          license,
          action,
          subject,
        );
        expect(before && !after.allowed).toBe(false);
      }),
    );
  });

  it('never grants access when a Deny is added', () => {
    fc.assert(
      fc.property(anyPolicies, anyStatement, anySubject, (policies, statement, subject) => {
        const before = decideLicense(policies, license, action, subject).allowed;
        const after = decideLicense(
          [...policies, policyOf({ ...statement, effect: 'Deny' })],
          license,
          action,
          subject,
        );
        expect(!before && after.allowed).toBe(false);
      }),
    );
  });

  it('allows only with an applying Allow of the consume policy', () => {
    fc.assert(
      fc.property(anyPolicies, anySubject, (policies, subject) => {
        const { allowed, decisive } = decideLicense(policies, license, action, subject);
        if (allowed) expect(decisive).toMatchObject({ effect: 'Allow', applies: true, policy: consumePolicyName });
        const silent = policies.filter((policy) => policy.name !== consumePolicyName);
        expect(decideLicense(silent, license, action, subject).allowed).toBe(false);
      }),
    );
  });

  it('applies to no one without principals and conditions, and to everyone with an empty tag list', () => {
    fc.assert(
      fc.property(anySubject, (subject) => {
        expect(decideLicense([consumePolicy({ kind: 'No one' })], license, action, subject).allowed).toBe(false);
        expect(decideLicense([everyone], license, action, subject).allowed).toBe(true);
      }),
    );
  });

  it('requires every listed tag', () => {
    const policies = [consumePolicy({ kind: 'Tags', tags })];
    expect(decideLicense(policies, license, action, { rn: 'x', tags }).allowed).toBe(true);
    const missing = decideLicense(policies, license, action, { rn: 'x', tags: tags.slice(0, 1) });
    expect(missing.allowed).toBe(false);
    expect(missing.statements[0]).toMatchObject({ condition: 'missed', 'missing-tags': [tags[1]] });
  });

  it('matches no principal of another provider', () => {
    const [user] = users as [string];
    const own = consumePolicy({ kind: 'User', user });
    const foreign = policyOf({
      ...(own.statements[0] as Statement),
      principals: [{ id: user, provider: 'elsewhere' }],
    });
    expect(decideLicense([own], license, action, { rn: user, tags: [] }).allowed).toBe(true);
    expect(decideLicense([foreign], license, action, { rn: user, tags: [] }).allowed).toBe(false);
  });

  it('applies only to the licenses among its resources', () => {
    const allows = (resource: string) => {
      const statement = { ...(everyone.statements[0] as Statement), resources: [resource] };
      return decideLicense([policyOf(statement)], license, action, { rn: 'x', tags: [] }).allowed;
    };
    expect([license, '*', 'keyhold:eu-1:account:license:OTHER'].map(allows)).toEqual([true, true, false]);
  });
});

describe('consumers', () => {
  it('are read back as they were written', () => {
    const [user] = users as [string];
    const choices = [{ kind: 'No one' }, { kind: 'User', user }, { kind: 'Tags', tags }, { kind: 'Everyone' }] as const;
    for (const choice of choices) expect(consumersOf([consumePolicy(choice)])).toEqual(choice);
    expect(consumersOf([])).toEqual({ kind: 'No one' });
  });

  it('are a custom policy when none of the four kinds matches', () => {
    expect(consumersOf([denyEveryone]).kind).toBe('Custom policy');
    expect(consumersOf([everyone, everyone]).kind).toBe('Custom policy');
  });
});

const allow: Statement = { actions: ['*:*'], effect: 'Allow', principals: [], conditions: [], resources: ['*'] };
const policy = (...statements: Statement[]): Policy => ({ name: 'p', statements });
const restrictions: Partial<Statement>[] = [
  { principals: [{ id: users[0] as string, provider: principalProvider }] },
  { conditions: [{ type: 'Tag', logic: 'All', operator: 'Equals', tags: [] }] },
  { resources: [license] },
];

describe('permissions', () => {
  it('match an action exactly or by one of the three wildcards', () => {
    const covering = ['iam:ListUsers', 'iam:*', '*:ListUsers', '*:*'];
    for (const permission of covering) expect(matchesAction(permission, 'iam:ListUsers')).toBe(true);
    for (const permission of ['*', 'iam', 'iam:List*', 'IAM:ListUsers', '', 'iam:ListUsers:x', '*:*:*']) {
      expect(matchesAction(permission, 'iam:ListUsers')).toBe(false);
    }
    expect(matchesAction('*:*', 'iam')).toBe(false);
  });

  it('are denied by any Deny, and without an Allow', () => {
    expect(permits([], action)).toBe(false);
    expect(permits([policy(allow)], action)).toBe(true);
    expect(permits([policy({ ...allow, effect: 'Permit' })], action)).toBe(false);
    expect(permits([policy(allow), policy({ ...allow, actions: ['license:*'], effect: 'Deny' })], action)).toBe(false);
  });

  it('are not allowed by a restricted statement, but denied by it', () => {
    for (const restriction of restrictions) {
      expect(permits([policy({ ...allow, ...restriction })], action)).toBe(false);
      expect(permits([policy(allow, { ...allow, ...restriction, effect: 'Deny' })], action)).toBe(false);
    }
  });

  it('to change something are neither those to read or consume, nor restricted or denied', () => {
    const change = { ...allow, actions: ['iam:UpdateUser'] };
    const mayAny = (...actions: string[]) => mayChange([policy({ ...allow, actions })]);
    expect([mayAny('*:*'), mayAny('iam:*'), mayAny('iam:GetUser', 'iam:UpdateUser')]).toEqual([true, true, true]);
    expect(mayAny('iam:GetUser', 'iam:ListUsers', action, 'license:ReleaseLicense')).toBe(false);
    expect(mayChange([policy({ ...change, effect: 'Permit' })])).toBe(false);
    expect(mayChange([policy(change), policy({ ...allow, actions: ['iam:*'], effect: 'Deny' })])).toBe(false);
    expect(mayChange([policy(change, { ...allow, actions: ['license:*'], effect: 'Deny' })])).toBe(true);
    for (const restriction of restrictions) expect(mayChange([policy({ ...change, ...restriction })])).toBe(false);
  });

  it('are never removed by adding an Allow, and never granted by adding a Deny', () => {
    fc.assert(
      fc.property(anyPolicies, anyStatement, (policies, statement) => {
        const before = permits(policies, action);
        const allowed = permits([...policies, { name: 'p', statements: [{ ...statement, effect: 'Allow' }] }], action);
        const denied = permits([...policies, { name: 'p', statements: [{ ...statement, effect: 'Deny' }] }], action);
        expect(before && !allowed).toBe(false);
        expect(!before && denied).toBe(false);
      }),
    );
  });
});
