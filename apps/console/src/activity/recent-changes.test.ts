import type { AuditRow } from '@keyhold/contract';
import { expect, test } from 'vitest';
import { later } from './recent-changes.tsx';

/** An entry of so many ms after noon; one that describes a version names its date. */
const entry = (on: number, version?: number) =>
  ({
    on: at(on),
    before: {},
    after: version === undefined ? { status: 'Active' } : { 'updated-on': at(version) },
  }) as AuditRow;
const at = (ms: number): string => new Date(Date.parse('2026-01-01T12:00:00.000Z') + ms).toISOString();

test('an entry that names the version belongs to it', () => {
  const [made, other] = [entry(4, 0), entry(900)];
  expect(later([other, made], at(0))).toEqual([other]);
});

test('the entry that made the version, and does not name it, is no later change', () => {
  const [before, made, other] = [entry(-5000, -5003), entry(5), entry(30_000)];
  expect(later([other, made, before], at(0))).toEqual([other]);
  expect(later([made, before], at(0))).toEqual([]);
});

test('without the entry that made the version, every one that is left is later', () => {
  const others = [entry(60_000), entry(30_000)];
  expect(later(others, at(0))).toEqual(others);
});
