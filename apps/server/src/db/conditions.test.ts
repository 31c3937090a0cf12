import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const source = join(import.meta.dirname, '..');
const sources = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.startsWith('db/migrations/'))
  .map((path) => ({ path, text: readFileSync(join(source, path), 'utf8') }));

/** The files that contain a condition, written for Kysely or as text. */
const filesWith = (...conditions: RegExp[]) =>
  sources.filter(({ text }) => conditions.some((one) => one.test(text))).map(({ path }) => path);

it('who may act is said by conditions.ts alone', () => {
  const inactiveAccount = /account[\w"]*\.status['"]?(, '<>',| <>) 'Inactive'/;
  const activeUser = /user[\w"]*\.status['"]?(, '=',| =) 'Active'[^?]*deleted-on/;
  const signedOff = /user[\w"]*\.status['"]?(, '<>',| <>) 'Inactive'[^,]*deleted-on/;
  expect(filesWith(inactiveAccount, activeUser, signedOff)).toEqual([]);
});

it('which seats are in use is said by seat-conditions.ts alone', () => {
  // The sweep, and the offers of seats, look for seats whose rows still show them in use.
  const recorded = ['modules/leases/end/sweep-leases.ts', 'modules/leases/line/free-seats.sql.ts'];
  const files = filesWith(/"?lease-state['"]?(, 'in', \[| in \()'active', 'offline'/);
  expect(files.filter((path) => !recorded.includes(path))).toEqual(['records/seat-conditions.ts']);
});
