import { describe, expect, test } from 'vitest';
import { checkLogin as login, checkReset as reset } from './sign-in.data.ts';

describe('the checks of the public forms', () => {
  test('report both fields of an empty sign-in form', () => {
    expect(login({ email: '', password: '' })).toEqual({ email: 'Invalid email', password: 'Empty password' });
  });

  test('accept a password of blanks', () => {
    expect(login({ email: 'ada@acme.example', password: '  ' })).toEqual({});
  });

  test('reject a reset without a valid address', () => {
    expect(reset({ email: 'ada' })).toEqual({ email: 'Invalid email' });
  });
});
