import * as z from 'zod';
import { boundedText, idLimit, limitedText, rawLimit } from './bounds.ts';

/** The maximum length of a name on the wire, in characters. */
export const nameLimit = 200;
/** The maximum length of a description on the wire, in characters. */
export const descriptionLimit = 2000;
/** The maximum length of an e-mail address on the wire, in characters (RFC 5321, section 4.5.3.1.3). */
export const emailLimit = 254;
/** The minimum length of a password, in characters after trimming. */
export const passwordMinimum = 8;
/** The maximum length of a password, in bytes of UTF-8. */
export const passwordLimit = 1024;

/** Control characters, including NUL, and lone surrogates: neither is allowed in a single-line text. */
export const forbiddenInLine = /[\p{Cc}\p{Cs}]/u;
/** As above, but newlines and tabs are allowed in a longer text. */
export const forbiddenInText = /(?![\n\r\t])[\p{Cc}\p{Cs}]/u;

/** A text of formatting characters and spaces only, such as a zero-width space: a link of this name cannot be seen. */
const invisible = /^[\p{Cf}\s]+$/u;

function line(label: string, limit: number) {
  const tooLong = `${label} has at most ${limit} characters.`;
  return boundedText(limit, tooLong, ({ input }) =>
    input === undefined ? `${label} is missing.` : `${label} must be a text.`,
  )
    .trim()
    .normalize('NFC')
    .max(limit, tooLong)
    .refine((text) => !forbiddenInLine.test(text), `${label} must not contain control characters.`);
}

/**
 * Folds a name for comparison: names that differ only in case or in Unicode composition are the same.
 *
 * @example
 * foldName('Cafe\u0301') === foldName('CAFÉ') // true
 */
export function foldName(name: string): string {
  const lower = name.trim().normalize('NFC').toLowerCase();
  return lower.replaceAll('ς', 'σ').replaceAll('ſ', 's').replaceAll('ß', 'ss');
}

/**
 * An optional single-line text: trimmed, in Unicode NFC; '' when absent.
 *
 * @param label the subject of its error messages
 * @param limit the maximum number of characters
 * @example
 * optionalLineSchema('The title').parse(' Dr. ') // 'Dr.'
 */
export function optionalLineSchema(label: string, limit = nameLimit) {
  return line(label, limit).optional().default('');
}

const descriptionTooLong = `The description has at most ${descriptionLimit} characters.`;

/** An optional description in Unicode NFC: at most 2,000 characters; newlines and tabs are allowed; '' when absent. */
export const descriptionSchema = boundedText(descriptionLimit, descriptionTooLong, 'The description must be a text.')
  .normalize('NFC')
  .max(descriptionLimit, descriptionTooLong)
  .refine((text) => !forbiddenInText.test(text), 'The description must not contain control characters.')
  .nullish()
  .transform((text) => text ?? '');

/** A required name: trimmed, not blank, in Unicode NFC. */
export const nameSchema = requiredLine('Empty name', 'The name');
/** A required first name. */
export const firstNameSchema = requiredLine('Empty first name', 'The first name');
/** A required last name. */
export const lastNameSchema = requiredLine('Empty last name', 'The last name');

function requiredLine(emptyMessage: string, label: string) {
  const tooLong = `${label} has at most ${nameLimit} characters.`;
  return boundedText(nameLimit, tooLong, ({ input }) =>
    input === undefined || input === null ? emptyMessage : `${label} must be a text.`,
  )
    .trim()
    .normalize('NFC')
    .min(1, emptyMessage)
    .refine((text) => !invisible.test(text), emptyMessage)
    .max(nameLimit, tooLong)
    .refine((text) => !forbiddenInLine.test(text), `${label} must not contain control characters.`);
}

/** A text before an @, and a domain with a dot: mail servers check the rest. */
const emailPattern = /^[^\s@<>()",;:\\]+@[^\s@<>()",;:\\.]+(\.[^\s@<>()",;:\\.]+)+$/;

/**
 * Characters that cannot be seen or change the direction of others (Cf), control characters, private and unassigned ones,
 * and separators of lines: two addresses that differ only in them look the same.
 */
const forbiddenInEmail = /[\p{Cf}\p{Cc}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]/u;

/** A required e-mail address, trimmed, in Unicode NFC, by a basic pattern. */
export const emailSchema = boundedText(emailLimit, 'Invalid email', 'Invalid email')
  // Before trimming, which removes some of them.
  .refine((text) => !forbiddenInEmail.test(text), 'Invalid email')
  .trim()
  .normalize('NFC')
  .max(emailLimit, 'Invalid email')
  .refine((text) => emailPattern.test(text), 'Invalid email')
  .meta({ format: 'email' });

const passwordTooLong = `Password must have at most ${passwordLimit} bytes`;

/**
 * A new password in Unicode NFC, as keyboards differ in how they compose letters: at least 8 characters after trimming,
 * at most 1,024 bytes, no control characters, otherwise used as typed.
 */
export const newPasswordSchema = boundedText(passwordLimit, passwordTooLong, 'Password must have 8 or more characters')
  .normalize('NFC')
  // Code points: an emoji has a length of two or more.
  .refine((text) => [...text.trim()].length >= passwordMinimum, 'Password must have 8 or more characters')
  .refine((text) => utf8Length(text) <= passwordLimit, passwordTooLong)
  .refine((text) => !forbiddenInLine.test(text), 'Password must not contain control characters')
  .meta({
    format: 'password',
    minLength: passwordMinimum,
    description: `At least ${passwordMinimum} characters after trimming, at most ${passwordLimit} bytes, no control characters; not one of the most common passwords.`,
  });

/** The length of a text in UTF-8 bytes, computed without an encoder, so that the contract depends on no runtime. */
function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

/** A moment on the wire: UTC, ISO 8601, with milliseconds. */
export const timeSchema = z.string().meta({ format: 'date-time' });

const firstMoment = new Date('1000-01-01T00:00:00.000Z');
const lastMoment = new Date('9999-12-31T23:59:59.999Z');

const notTime = 'A date must be written as 2026-01-05 or 2026-01-05T10:00:00Z.';

/** The maximum length of a moment, in characters: a date, a time to the nanosecond, and an offset. */
export const timeLimit = 40;

/** A text that is short enough to be a moment. */
function timeText() {
  return limitedText(timeLimit, notTime);
}

/** A moment given by a caller: any ISO 8601 date-time with an offset, or a date (midnight UTC). */
export const timeInputSchema = momentSchema((day) => day);

/**
 * As {@link timeInputSchema}, but a date is the last day: it ends at 23:59:59.999 UTC.
 *
 * @example
 * endInputSchema.parse('2027-12-31') // '2027-12-31T23:59:59.999Z'
 */
export const endInputSchema = momentSchema((day) => `${day}T23:59:59.999Z`);

/** @param momentOf the moment that a date without a time stands for */
function momentSchema(momentOf: (day: string) => string) {
  return (
    z
      .union(
        [
          timeText().check(z.iso.datetime({ offset: true, error: notTime })),
          timeText()
            .check(z.iso.date({ error: notTime }))
            .transform(momentOf),
        ],
        { error: notTime },
      )
      .transform((text) => new Date(text))
      // An offset may move the first and the last day out of the range that clocks and databases support.
      .refine((date) => date >= firstMoment && date <= lastMoment, 'A date must lie between the years 1000 and 9999.')
      .transform((date) => date.toISOString())
  );
}

/** The ids of products, add-ons and applications. */
export const catalogueIdPattern = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/;

/** The id of a product, an add-on or an application; it is part of the rn and never changes. */
export const catalogueIdSchema = limitedText(
  idLimit,
  `An id has at most ${idLimit} characters.`,
  'id is missing: give it a short name such as keyhold-studio.',
).regex(catalogueIdPattern, 'An id is made of lower-case letters, digits and hyphens.');

/** A whole number in a body; each wrong value gets the same message. */
export function wholeNumberSchema(least: number, most: number, message: string) {
  return z.number({ error: message }).int(message).min(least, message).max(most, message);
}

/** The digits of the largest exact whole number. */
const longestNumber = 16;

/** As {@link wholeNumberSchema}, but in a query, whose values are texts of decimal digits. */
export function queryNumberSchema(least: number, most: number, message: string) {
  return z.preprocess(
    (value) =>
      typeof value === 'string' && value.length <= rawLimit(longestNumber) && /^\d+$/.test(value)
        ? Number(value)
        : value,
    wholeNumberSchema(least, most, message),
  );
}
