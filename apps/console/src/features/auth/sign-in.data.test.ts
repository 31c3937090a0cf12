import { describe, expect, test } from 'vitest';
import { checkLogin as login, checkReset as reset } from './sign-in.data.ts';

describe('what the public forms say', () => {
  test('an empty sign-in form names both fields', () => {
    expect(login({ email: '', password: '' })).toEqual({ email: 'Invalid email', password: 'Empty password' });
  });

  test('a password of blanks is somebody’s own business', () => {
    expect(login({ email: 'ada@acme.example', password: '  ' })).toEqual({});
  });

  test('a reset wants an address', () => {
    expect(reset({ email: 'ada' })).toEqual({ email: 'Invalid email' });
  });
});
