import { describe, expect, test } from 'vitest';
import { checkNewPassword } from './new-password-fields.tsx';

describe('a new password and its repetition', () => {
  test('leading and trailing blanks do not count', () => {
    expect(checkNewPassword({ 'new-password': '  1234567  ', confirmation: '  1234567  ' })).toEqual({
      'new-password': 'Password must have 8 or more characters',
    });
  });

  test('both messages show at once', () => {
    expect(checkNewPassword({ 'new-password': 'short', confirmation: 'other' })).toEqual({
      'new-password': 'Password must have 8 or more characters',
      confirmation: 'Passwords are not the same',
    });
  });

  test('the repetition is compared as typed', () => {
    expect(checkNewPassword({ 'new-password': 'long enough', confirmation: 'long enough ' })).toEqual({
      confirmation: 'Passwords are not the same',
    });
    expect(checkNewPassword({ 'new-password': 'long enough', confirmation: 'long enough' })).toEqual({});
  });
});
