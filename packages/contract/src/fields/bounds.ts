import * as z from 'zod';

/**
 * The length, in UTF-16 code units, above which a text is refused before anything but its length is read: four times
 * its limit in characters. Normalizing a text takes time that grows with the square of its length.
 *
 * @param limit the maximum number of characters
 * @example
 * rawLimit(200) // 800
 */
export function rawLimit(limit: number): number {
  return 4 * limit;
}

type Message = z.core.$ZodStringParams['error'];

/**
 * A text that is refused by its raw length before any later check reads it, be it only to count its characters. Checks
 * that follow may trim, normalize and match it.
 *
 * @param limit the maximum number of characters, to be checked after trimming and normalizing
 * @param tooLong the message for a text beyond its raw limit
 * @param error the message for a value that is no text
 * @example
 * boundedText(200, 'The name has at most 200 characters.').trim().normalize('NFC').max(200)
 */
export function boundedText(limit: number, tooLong: string | undefined, error?: Message) {
  return z.string({ error }).refine(({ length }) => length <= rawLimit(limit), { error: tooLong, abort: true });
}

/**
 * A {@link boundedText} whose characters are counted as they are.
 *
 * @example
 * limitedText(100, 'A code has at most 100 characters.')
 */
export function limitedText(limit: number, tooLong?: string, error?: Message) {
  return boundedText(limit, tooLong, error).max(limit, { error: tooLong });
}

/** Whether a value is a list: anything else is refused as such, and its length is not measured. */
const isList = ({ value }: z.core.ParsePayload): boolean => Array.isArray(value);

/**
 * A list of at most `limit` items. Every list of a request is one: the `max` of `z.array` would also count the characters
 * of a text in the list's place, however long it is.
 *
 * @param item the schema of an item
 * @param limit the maximum number of items
 * @param tooLong the message for a longer list
 * @param error the message for a value that is no list
 * @example
 * boundedList(rnSchema, 100, 'A user has at most 100 tags.', 'tags must be a list.')
 */
export function boundedList<Item extends z.ZodType>(
  item: Item,
  limit: number,
  tooLong?: string,
  error?: z.core.$ZodArrayParams['error'],
) {
  const check = 'max_length';
  const most = { check, maximum: limit, when: isList, ...(tooLong !== undefined && { error: () => tooLong }) } as const;
  return z.array(item, { error }).check(new z.core.$ZodCheckMaxLength(most));
}

/**
 * A {@link boundedList} of at least one item.
 *
 * @param tooShort the message for an empty list
 */
export function filledList<Item extends z.ZodType>(
  item: Item,
  limit: number,
  tooShort: string,
  tooLong?: string,
  error?: z.core.$ZodArrayParams['error'],
) {
  const least = { check: 'min_length', minimum: 1, when: isList, error: () => tooShort } as const;
  return boundedList(item, limit, tooLong, error).check(new z.core.$ZodCheckMinLength(least));
}

/**
 * Empties a text beyond its bound. For texts that are only compared with stored ones, such as an id or a password: one
 * beyond its bound gets the reply of any unknown one.
 *
 * @param limit the maximum number of characters of a stored one
 * @example
 * z.string().check(emptyBeyond(100)).parse('x'.repeat(401)) // ''
 */
export function emptyBeyond(limit: number) {
  return z.overwrite<string>((text) => (text.length > rawLimit(limit) ? '' : text));
}

/** The maximum length of an id in a path, a query or a body, in characters. */
export const idLimit = 100;
/** The maximum length of a resource name, in characters. */
export const rnLimit = 512;

/** An id in any form: a malformed id is that of an unknown resource, not a malformed request. */
export function anyId(error?: Message) {
  return z.string({ error }).check(emptyBeyond(idLimit));
}

/** A resource name in a query, in any form: one that names nothing is not found, even when it is malformed. */
export function anyRn() {
  return z.string().check(emptyBeyond(rnLimit));
}
