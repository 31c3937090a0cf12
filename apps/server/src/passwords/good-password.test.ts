import { describe, expect, it } from 'vitest';
import { ProblemError } from '../problem.ts';
import { requireGoodPassword } from './good-password.ts';

describe('A new password', () => {
  it.each(['password', 'password1', '12345678', 'qwerty123', 'iloveyou1', 'PassWord123', '  welcome1 '])(
    'is refused when it is a common one: %s',
    (password) => {
      expect(refusal(password)).toEqual([
        {
          code: 'invalid',
          path: 'new-password',
          message: 'This password is one of the most common ones. Choose another password.',
        },
      ]);
    },
  );

  it.each(['ada@example.com', 'ADA@Example.com', ' ada@example.com '])(
    'is refused when it is the email of its user: %s',
    (password) => {
      expect(refusal(password)).toEqual([
        {
          code: 'invalid',
          path: 'new-password',
          message: 'Your email cannot be your password. Choose another password.',
        },
      ]);
    },
  );

  it.each([
    'plum harbour 41 lantern',
    'ada@example.com.',
    'пароль на весь год',
    'password1-of-ada',
    'constructor of __proto__',
  ])('is accepted when it is neither: %s', (password) => {
    expect(refusal(password)).toBeNull();
  });
});

function refusal(password: string) {
  try {
    requireGoodPassword(password, 'Ada@example.com');
    return null;
  } catch (error) {
    if (error instanceof ProblemError && error.status === 400) return error.problems;
    throw error;
  }
}
