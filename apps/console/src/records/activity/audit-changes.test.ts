import { consumePolicy, type Policy } from '@keyhold/contract';
import { describe, expect, test } from 'vitest';
import { activityOf, changesOf, namesIn, rnsIn, valueText } from './audit-changes.ts';

const rn = 'keyhold:eu-1:a:user:1';
const names: Record<string, string> = {
  'keyhold:eu-1:a:role:1': 'Administrator',
  'keyhold:eu-1:a:role:2': 'Account Administrator',
  [rn]: 'ada@acme.example',
};
const name = (each: string): string => names[each] ?? 'unknown';

describe('the names stored in the log', () => {
  test('come from both sides, and the latest name wins', () => {
    const tag = 'keyhold:eu-1:a:tag:1';
    const rows = [
      { before: { names: { [tag]: 'Plates' } }, after: { user: rn } },
      { before: null, after: { names: { [rn]: 'ada@acme.example', [tag]: 'Plate room' } } },
    ];
    expect([...namesIn(rows)]).toEqual([
      [rn, 'ada@acme.example'],
      [tag, 'Plates'],
    ]);
  });
});

test('a move reads differently in each account and names the other account if the log has it', () => {
  const action = 'license:MoveLicense';
  expect(activityOf({ action, after: { moved: 'to another account' } })).toBe('moved this license to another account');
  expect(activityOf({ action, after: { moved: 'here', 'other-account': { name: 'Acme Print' } } })).toBe(
    'moved this license here (Acme Print)',
  );
  expect(activityOf({ action: 'iam:MoveUser', after: null })).toBe('move user');
});

describe('the changed fields', () => {
  const action = 'iam:UpdateUser';

  test('are those that differ and have a label', () => {
    const before = { rn, email: 'a@x.example', title: '', 'updated-on': '1' };
    const after = { rn, email: 'b@x.example', title: '', 'updated-on': '2' };
    expect(changesOf({ action, before, after })).toEqual([
      { label: 'Email', before: 'a@x.example', after: 'b@x.example' },
    ]);
  });

  test('are found inside a certificate', () => {
    const license = (date: string) => ({ rn, certificate: { expiry: { perpetual: false, date, period: null } } });
    const [change] = changesOf({
      action,
      before: license('2026-01-01T00:00:00.000Z'),
      after: license('2027-01-01T00:00:00.000Z'),
    });
    expect(change?.label).toBe('Expiry');
    expect([valueText(change?.before, name), valueText(change?.after, name)]).toEqual(['2026-01-01', '2027-01-01']);
  });

  test('are empty for a creation or a deletion', () => {
    expect(changesOf({ action, before: null, after: { rn, email: 'a@x.example' } })).toEqual([]);
    expect(changesOf({ action, before: { rn, email: 'a@x.example' }, after: null })).toEqual([]);
  });

  test('include those of an entry without a record on either side', () => {
    const changes = changesOf({ action, before: null, after: { user: rn, 'device-name': 'Press 2', epoch: 4 } });
    expect(changes.map(({ label, after }) => [label, valueText(after, name)])).toEqual([
      ['User', 'ada@acme.example'],
      ['Device name', 'Press 2'],
    ]);
  });
});

describe('a value', () => {
  test('that refers to resources has their names', () => {
    expect(valueText(['keyhold:eu-1:a:role:1', 'keyhold:eu-1:a:role:2'], name)).toBe(
      'Account Administrator, Administrator',
    );
    expect(valueText(rn, name)).toBe('ada@acme.example');
  });

  test('that is a list of policies reads as its consumers, an empty list as no one', () => {
    const read = (before: Policy[], after: Policy[]): string[] =>
      changesOf({
        action: 'license:SetLicensePolicies',
        before: { policies: before },
        after: { policies: after },
      }).flatMap((change) => [valueText(change.before, name), valueText(change.after, name)]);
    expect(read([consumePolicy({ kind: 'User', user: rn })], [consumePolicy({ kind: 'Everyone' })])).toEqual([
      'User: ada@acme.example',
      'Everyone',
    ]);
    expect(read([consumePolicy({ kind: 'Everyone' })], [])).toEqual(['Everyone', 'No one']);
    expect(read([], [consumePolicy({ kind: 'No one' })])).toEqual([]);
  });

  test.each([null, undefined, '', []])('of %j reads as nothing', (value) => {
    expect(valueText(value, name)).toBe('nothing');
  });

  test('that is a boolean reads as a word', () => {
    expect([valueText(true, name), valueText(false, name)]).toEqual(['Yes', 'No']);
  });

  test('that merely resembles an rn is unchanged', () => {
    expect(valueText('see: https://x.example/a:b', name)).toBe('see: https://x.example/a:b');
    expect(rnsIn([{ description: 'note: a:b' }, { owner: rn, roles: ['keyhold:eu-1:a:role:1'] }])).toEqual([
      rn,
      'keyhold:eu-1:a:role:1',
    ]);
  });
});
