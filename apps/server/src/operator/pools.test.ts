import { afterAll, beforeAll, expect, it } from 'vitest';
import { createOperatorTest, type OperatorTest } from '../../test/operator.ts';

let test: OperatorTest;
beforeAll(async () => {
  test = await createOperatorTest();
});
afterAll(() => test.close());

async function run(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await test.run(test.people.root, ...args);
  expect([args.join(' '), code, stderr]).toEqual([args.join(' '), 0, '']);
  return stdout;
}

const there = ['--account', 'Acme Print'];

it('creates a pool, adds licenses to it and removes them, lends it seats, lists and deletes it', async () => {
  await run('products', 'add', 'studio', 'Studio');
  const kind = ['--product', 'studio', '--type', 'Trial', '--expiry', 'perpetual'];
  await run('licenses', 'issue', ...there, ...kind, '--count', '3');
  const create = ['create', 'Night shift', ...there, '--product', 'studio', '--count', '1', '--everyone'];
  expect(await run('pools', ...create, '--description', 'Eight to six')).toMatch(
    /^Created Night shift \(.*\) with 1 seats\./,
  );
  expect(await run('pools', 'add', 'night SHIFT', ...there, '--count', '2')).toContain('Night shift has 3 seats.');
  expect(await run('pools', 'remove', 'Night shift', ...there, '--count', '1')).toContain('has 2 seats.');
  const lend = ['overdraft', 'Night shift', ...there, '--seats', '1', '--until', '2099-01-01'];
  expect(await run('pools', ...lend)).toContain('has 2 seats and 1 beyond them.');
  const [heads, line] = (await run('pools', 'list', ...there)).split('\n');
  expect(heads).toMatch(/^NAME +DESCRIPTION +PRODUCT +IN USE +SEATS +OVERDRAFT +OFFLINE +ID/);
  expect(line).toMatch(/^Night shift +Eight to six +Studio +0 +2 +1 +0 +[0-9a-f-]{36}/);
  const rules = ['pools', 'rules', 'Night shift', ...there];
  expect(await run(...rules)).toContain('The pool has no rules.');
  const tag = { name: 'Freelancers', 'account-id': test.accounts.acme };
  expect((await test.as(test.people.root, 'POST /iam/v1/tags', tag)).status).toBe(201);
  const changed = await run(...rules, '--per-user', '1', '--share', 'Freelancers:1:2', '--offline', '2:7');
  expect(changed).toBe('Seats of one person: 1\nFreelancers: 1 kept, at most 2\nOffline: 2 for 7 days\n');
  const waiting = [
    '--offline',
    '1:3',
    '--offline-tag',
    'freelancers',
    '--idle-minutes',
    '30',
    '--priority',
    'Freelancers:1',
  ];
  const replaced =
    'Offline: 1 for 3 days, with Freelancers\nAn idle seat goes to those who wait after 30 minutes\nFreelancers: class 1 in line\n';
  expect(await run(...rules, ...waiting)).toBe(replaced);
  expect(await run(...rules)).toBe(replaced);
  for (const wrong of [
    ['--offline-tag', 'Freelancers'],
    ['--priority', 'Freelancers:4'],
    ['--priority', 'Nobody:1'],
  ]) {
    expect((await test.run(test.people.root, ...rules, ...wrong)).code).not.toBe(0);
  }
  expect(await run(...rules, '--none')).toContain('The pool has no rules.');
  expect(await run(...rules)).toContain('The pool has no rules.');
  await run('service-accounts', 'create', 'Render farm', ...there);
  const consumers = ['pools', 'consumers', 'Night shift', ...there, '--consumers'];
  expect(await run(...consumers, 'service-account:Render farm')).toContain('Changed who may use Night shift.');
  expect(await run('pools', 'delete', 'Night shift', ...there)).toContain('Deleted');
  expect(await run('pools', 'list', ...there)).toContain('No pools found.');
});
