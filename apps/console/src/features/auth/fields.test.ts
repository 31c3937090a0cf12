import { schemaResolver } from '@mantine/form';
import { describe, expect, test } from 'vitest';
import { activateSchema, loginSchema, resetSchema } from './fields.ts';

const login = schemaResolver(loginSchema, { sync: true });
const reset = schemaResolver(resetSchema, { sync: true });
const activate = schemaResolver(activateSchema, { sync: true });

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

  test('blanks do not make a password longer', () => {
    expect(activate({ 'new-password': '  1234567  ', confirmation: '  1234567  ' })).toEqual({
      'new-password': 'Password must have 8 or more characters',
    });
  });

  test('both messages show at once', () => {
    expect(activate({ 'new-password': 'short', confirmation: 'other' })).toEqual({
      'new-password': 'Password must have 8 or more characters',
      confirmation: 'Passwords are not the same',
    });
  });

  test('the repetition is compared as typed', () => {
    expect(activate({ 'new-password': 'long enough', confirmation: 'long enough ' })).toEqual({
      confirmation: 'Passwords are not the same',
    });
    expect(activate({ 'new-password': 'long enough', confirmation: 'long enough' })).toEqual({});
  });
});
