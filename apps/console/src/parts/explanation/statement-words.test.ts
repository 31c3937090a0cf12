import { consumePolicy, decideLicense, type Policy, type Statement } from '@keyhold/contract';
import { expect, test } from 'vitest';
import { statementWords } from './statement-words.ts';

const license = 'k:r:a:license:1';
const ada = 'k:r:a:user:ada';
const [red, blue] = ['k:r:a:tag:red', 'k:r:a:tag:blue'];
const name = (rn: string): string => rn.split(':').at(-1) ?? '';

/** The words for the only statement of a policy, about Ada, who has the tag red. */
function said(policy: Policy, change: Partial<Statement> = {}): string | undefined {
  const [statement] = policy.statements;
  const changed = { ...policy, statements: [{ ...(statement as Statement), ...change }] };
  const decision = decideLicense([changed], license, 'license:ConsumeLicense', { rn: ada, tags: [red] });
  const [trace] = decision.statements;
  return trace && statementWords({ ...trace, 'missing-tags': [...trace['missing-tags']] }, name);
}

const everyone = consumePolicy({ kind: 'Everyone' });

test('a statement that applies allows or forbids', () => {
  expect(said(everyone)).toBe('Statement 1 allows it.');
  expect(said(everyone, { effect: 'Deny' })).toBe('Statement 1 forbids it.');
  expect(said(everyone, { effect: 'Audit' })).toContain('“Audit”');
});

test('a statement that does not apply gives the reason', () => {
  expect(said(consumePolicy({ kind: 'Tags', tags: [red, blue] }))).toBe(
    'Statement 1 asks for tags that are missing: blue.',
  );
  expect(said(consumePolicy({ kind: 'User', user: 'k:r:a:user:bob' }))).toBe('Statement 1 names somebody else.');
  expect(said(consumePolicy({ kind: 'No one' }))).toBe('Statement 1 names nobody.');
  expect(said(everyone, { resources: ['k:r:a:license:2'] })).toBe('Statement 1 is about other licenses.');
  expect(said(everyone, { actions: ['license:GetLicense'] })).toBe('Statement 1 is about other actions.');
});
