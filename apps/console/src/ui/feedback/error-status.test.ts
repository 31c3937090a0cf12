import { describe, expect, test } from 'vitest';
import { refusedFields } from './error-status.ts';

const refusal = (problems: unknown): Error => Object.assign(new Error('refused'), { problems });

describe('the refused fields', () => {
  test('are those of all problems', () => {
    const error = refusal([
      { code: 'a', path: 'email', message: 'Invalid email' },
      { code: 'b', path: 'title', message: 'This title already exists.' },
    ]);
    expect(refusedFields(error, ['email', 'name', 'title'])).toEqual(['email', 'title']);
  });

  test('are none if a problem belongs to no field of the form', () => {
    const other = { path: 'account-id', message: 'Not found' };
    const general = { message: 'This license is suspended.' };
    for (const problem of [other, general]) {
      const error = refusal([{ path: 'email', message: 'Invalid email' }, problem]);
      expect(refusedFields(error, ['email'])).toEqual([]);
    }
  });

  test('are none for an error without problems', () => {
    expect(refusedFields(new Error('offline'), ['email'])).toEqual([]);
    expect(refusedFields(null, ['email'])).toEqual([]);
    expect(refusedFields(refusal('none'), ['email'])).toEqual([]);
  });
});
