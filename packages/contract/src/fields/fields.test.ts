import { describe, expect, it } from 'vitest';
import {
  descriptionSchema,
  emailSchema,
  endInputSchema,
  nameSchema,
  newPasswordSchema,
  optionalLineSchema,
  queryNumberSchema,
  timeInputSchema,
} from './fields.ts';

const messageOf = (schema: typeof emailSchema | typeof nameSchema | typeof newPasswordSchema, value: unknown) =>
  schema.safeParse(value).error?.issues[0]?.message;

describe('fields', () => {
  it('trim names and reject blank ones, long ones and control characters', () => {
    expect(nameSchema.parse('  Acme  ')).toBe('Acme');
    for (const blank of ['', '   ', '\u200B \u2060', undefined, null])
      expect(messageOf(nameSchema, blank)).toBe('Empty name');
    expect(nameSchema.safeParse('x'.repeat(201)).success).toBe(false);
    for (const text of ['a\u0000b', 'a\nb', '\ud800']) expect(nameSchema.safeParse(text).success).toBe(false);
  });

  it('allow newlines and tabs in descriptions, but no other control characters', () => {
    expect(descriptionSchema.parse('one\n\ttwo')).toBe('one\n\ttwo');
    expect(descriptionSchema.parse(undefined)).toBe('');
    expect(descriptionSchema.safeParse('a\u0000').success).toBe(false);
    expect(descriptionSchema.safeParse('x'.repeat(2001)).success).toBe(false);
  });

  it('hold texts in Unicode NFC, like the searches that find them', () => {
    const schemas = [nameSchema, descriptionSchema, optionalLineSchema('The title')];
    expect(schemas.map((schema) => schema.parse('Cafe\u0301'))).toEqual(['Caf\u00e9', 'Caf\u00e9', 'Caf\u00e9']);
  });

  it('reject an invalid e-mail address with Invalid email', () => {
    expect(emailSchema.parse(' Ada@Acme.example ')).toBe('Ada@Acme.example');
    for (const text of [
      '',
      'ada',
      'ada@',
      '@acme.example',
      'a b@acme.example',
      'ada@acme',
      7,
      null,
      `${'a'.repeat(250)}@a.bc`,
    ]) {
      expect(messageOf(emailSchema, text)).toBe('Invalid email');
    }
  });

  it.each([
    ['Cf', '\u200b'],
    ['Cf at the end', '\ufeff', 'end'],
    ['Cf, of a direction', '\u202e'],
    ['Cf, of tags', '\u{e0041}'],
    ['Cc', '\u0085'],
    ['Cc at the end', '\n', 'end'],
    ['Co', '\ue000'],
    ['Cn', '\u0378'],
    ['Cs', '\ud800'],
    ['Zl', '\u2028'],
    ['Zp at the end', '\u2029', 'end'],
  ])('reject an e-mail address with a character of %s', (_class, character, place = 'inside') => {
    const text = place === 'end' ? `ada@acme.example${character}` : `a${character}da@acme.example`;
    expect(messageOf(emailSchema, text)).toBe('Invalid email');
  });

  it('hold an e-mail address and a password in Unicode NFC', () => {
    expect(emailSchema.parse('rene\u0301@acme.example')).toBe('ren\u00e9@acme.example');
    expect(newPasswordSchema.parse('rene\u0301 horse')).toBe('ren\u00e9 horse');
  });

  it('measure a password after trimming, but keep it as typed', () => {
    expect(newPasswordSchema.parse('  12345678 ')).toBe('  12345678 ');
    expect(messageOf(newPasswordSchema, '  1234567   ')).toBe('Password must have 8 or more characters');
    expect(newPasswordSchema.safeParse('é'.repeat(513)).success).toBe(false);
    expect(newPasswordSchema.safeParse('é'.repeat(512)).success).toBe(true);
    for (const text of ['spoken\0words', 'spoken\twords', 'spoken \ud800 words']) {
      expect(messageOf(newPasswordSchema, text)).toBe('Password must not contain control characters');
    }
  });

  it('count the characters of a password, not the units of its encoding', () => {
    expect(messageOf(newPasswordSchema, '🔑'.repeat(4))).toBe('Password must have 8 or more characters');
    expect(newPasswordSchema.safeParse('🔑'.repeat(8)).success).toBe(true);
  });

  it('read numbers in a query from decimal digits only', () => {
    const message = 'limit must be a whole number from 1 to 1000.';
    const schema = queryNumberSchema(1, 1000, message);
    expect([schema.parse('20'), schema.parse(20), schema.optional().parse(undefined)]).toEqual([20, 20, undefined]);
    for (const text of ['0x10', '1e2', '+5', '-5', ' 5', '5.0', '', 'many', '0', '1001', ['5'], null]) {
      expect([text, schema.safeParse(text).error?.issues[0]?.message]).toEqual([text, message]);
    }
  });

  it('read dates with and without a time', () => {
    expect(timeInputSchema.parse('2026-01-05')).toBe('2026-01-05T00:00:00.000Z');
    expect(timeInputSchema.parse('2026-01-05T10:00:00+02:00')).toBe('2026-01-05T08:00:00.000Z');
    expect(timeInputSchema.safeParse('2026-02-30').success).toBe(false);
    expect(timeInputSchema.parse('9999-12-31')).toBe('9999-12-31T00:00:00.000Z');
    // PostgreSQL has no year 0; the second time is in the year 10000.
    for (const text of ['0000-01-01', '9999-12-31T23:00:00-05:00']) {
      expect(timeInputSchema.safeParse(text).success).toBe(false);
    }
  });
});

describe('a wrong date', () => {
  it.each([timeInputSchema, endInputSchema])('is refused by one sentence, whatever is wrong', (schema) => {
    for (const given of ['', 'tomorrow', '2027-13-40', '2027-01-05T10:00', 'x'.repeat(3000), 5, {}]) {
      expect(schema.safeParse(given).error?.issues.map(({ message }) => message)).toEqual([
        'A date must be written as 2026-01-05 or 2026-01-05T10:00:00Z.',
      ]);
    }
  });
});
