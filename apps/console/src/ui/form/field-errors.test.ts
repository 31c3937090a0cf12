import { describe, expect, test } from 'vitest';
import { fieldErrors } from './field-errors.ts';

const refusal = (problems: unknown): Error => Object.assign(new Error('refused'), { problems });

describe('errors beside their fields', () => {
  test('contain the first problem of each field', () => {
    const error = refusal([
      { code: 'a', path: 'email', message: 'Invalid email' },
      { code: 'b', path: 'email', message: 'This email already exists.' },
    ]);
    expect(fieldErrors(error, ['email', 'title'])).toEqual({ email: 'Invalid email' });
  });

  test('are empty if a problem belongs to no field of the form', () => {
    const error = refusal([
      { path: 'email', message: 'Invalid email' },
      { path: 'account-id', message: 'Not found' },
    ]);
    expect(fieldErrors(error, ['email'])).toEqual({});
  });

  test('are empty for an error without problems', () => {
    expect(fieldErrors(new Error('offline'), ['email'])).toEqual({});
    expect(fieldErrors(null, ['email'])).toEqual({});
    expect(fieldErrors(refusal('none'), ['email'])).toEqual({});
  });
});
