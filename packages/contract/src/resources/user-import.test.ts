import { expect, it } from 'vitest';
import { importRowSchema } from './user-import.ts';

const wrong = [null, 5, true, 'text', {}, [null], [5], [[]], [{}]];

it.each(Object.keys(importRowSchema.shape))('says in words what is wrong with the cell %s', (name) => {
  const messages = wrong.flatMap((value) => {
    const row = importRowSchema.safeParse({ [name]: value });
    const cell: unknown = row.data?.[name as keyof typeof row.data];
    if (row.error) return row.error.issues.map(({ message }) => message);
    return typeof cell === 'object' && cell && 'problems' in cell ? (cell.problems as string[]) : [];
  });
  expect(messages.length).toBeGreaterThan(0);
  expect(messages.filter((message) => /^(Invalid (input|option)|Too |Unrecognized|Expected)/.test(message))).toEqual(
    [],
  );
});
