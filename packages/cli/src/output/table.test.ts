import { expect, it } from 'vitest';
import { drawBar } from './progress.ts';
import { count, formatList, formatTable, formatTime } from './table.ts';

it('formatTable pads every column but the last, and puts each row on one line', () => {
  const rows = [
    ['Acme', 'Active', 'Two\nlines\tof  text'],
    ['Östlund & Söner', 'Pending', ''],
  ];
  expect(formatTable(['NAME', 'STATUS', 'DESCRIPTION'], rows).split('\n')).toEqual([
    'NAME             STATUS   DESCRIPTION',
    'Acme             Active   Two lines of text',
    'Östlund & Söner  Pending',
  ]);
});

it('formatList returns a sentence for an empty list', () => {
  expect(formatList(['NAME'], [], 'No accounts found.')).toBe('No accounts found.');
  expect(formatList(['NAME'], [['Acme']], 'No accounts found.')).toBe('NAME\nAcme');
});

it('formatTime and count format values for display', () => {
  expect([formatTime('2026-01-05T10:00:59.999Z'), formatTime(null)]).toEqual(['2026-01-05 10:00 UTC', '–']);
  expect([count(1, 'entry', 'entries'), count(0, 'row'), count(1234567, 'row')]).toEqual([
    '1 entry',
    '0 rows',
    '1,234,567 rows',
  ]);
});

it('drawBar stops at 100 %', () => {
  expect(drawBar(0, 4)).toBe(`${'░'.repeat(30)} 0 %`);
  expect(drawBar(2, 4)).toBe(`${'█'.repeat(15)}${'░'.repeat(15)} 50 %`);
  for (const [done, total] of [
    [4, 4],
    [5, 4],
    [0, 0],
  ] as const) {
    expect(drawBar(done, total)).toBe(`${'█'.repeat(30)} 100 %`);
  }
});
