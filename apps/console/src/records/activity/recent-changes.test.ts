import type { AuditRow } from '@keyhold/contract';
import { expect, test } from 'vitest';
import { later } from './recent-changes.tsx';

/** An entry written `on` ms after noon; `version` is the date of the version that it names. */
const entry = (on: number, version?: number) =>
  ({
    on: at(on),
    before: {},
    after: version === undefined ? { status: 'Active' } : { 'updated-on': at(version) },
  }) as AuditRow;
const at = (ms: number): string => new Date(Date.parse('2026-01-01T12:00:00.000Z') + ms).toISOString();

test('an entry that names the version is not a later change', () => {
  const [made, other] = [entry(4, 0), entry(900)];
  expect(later([other, made], at(0))).toEqual([other]);
});

test('the entry that made the version is not a later change, even if it does not name the version', () => {
  const [before, made, other] = [entry(-5000, -5003), entry(5), entry(30_000)];
  expect(later([other, made, before], at(0))).toEqual([other]);
  expect(later([made, before], at(0))).toEqual([]);
});

test('without the entry that made the version, all entries are later changes', () => {
  const others = [entry(60_000), entry(30_000)];
  expect(later(others, at(0))).toEqual(others);
});
