import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { filledInput } from '../../../../test/filled-input.ts';
import { hostileText, longReads } from '../../../../test/long-reads.ts';
import { callList } from '../calls/index.ts';
import { innerOfCell } from '../resources/user-import.ts';
import { boundedList, rawLimit } from './bounds.ts';

// Covers every text and every list of every call, including future ones.

const mebibyte = 1024 * 1024;

interface Place<Kind extends z.core.$ZodType> {
  readonly path: string;
  readonly schema: Kind;
}

/** Every schema of a text or of a list in a schema, with its path. */
function placesIn(schema: z.core.$ZodType, path = ''): Place<z.ZodString | z.ZodArray>[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([name, field]) => placesIn(field, `${path}.${name}`));
    case 'array':
      return [{ path, schema: schema as z.ZodArray }, ...placesIn(def.element, path)];
    case 'optional':
    case 'nullable':
    case 'default':
      return placesIn(def.innerType, path);
    case 'pipe':
      return placesIn(innerOfCell(schema) ?? def.in, path);
    case 'union':
      return def.options.flatMap((option) => placesIn(option, path));
    case 'string':
      return [{ path, schema: schema as z.ZodString }];
    default:
      return [];
  }
}

const isText = (place: Place<z.ZodType>) => place.schema instanceof z.ZodString;

const inputs = callList.flatMap(({ name, params, query, body }) =>
  Object.entries({ params, query, body })
    .filter(([, schema]) => typeof filledInput(schema, () => 'text') !== 'string')
    .map(([part, schema]) => ({ name: `${name}, ${part}`, schema })),
);

describe('No validator reads a text beyond its bound', () => {
  it.each(inputs)('$name', async ({ schema }) => {
    for (const inList of [true, false]) {
      const input = filledInput(schema, () => hostileText(mebibyte), inList);
      const { reads } = await longReads(
        ({ length }) => length >= mebibyte,
        () => schema.safeParse(input),
      );
      expect([inList, reads]).toEqual([inList, []]);
    }
  });

  it.each(inputs)('$name, by one character', async ({ schema }) => {
    const lengths = new Set<number>();
    const input = filledInput(schema, (leaf) => {
      const { maximum = mebibyte } = leaf._zod.bag as { readonly maximum?: number };
      const length = rawLimit(maximum) + 1;
      lengths.add(length);
      return hostileText(length);
    });
    const { reads } = await longReads(
      ({ length }) => lengths.has(length),
      () => schema.safeParse(input),
    );
    expect(reads).toEqual([]);
  });
});

it.each(inputs)('Every text has a bound: $name', ({ schema }) => {
  const text = hostileText(mebibyte);
  const unbounded = placesIn(schema)
    .filter(isText)
    .filter((one) => {
      const { success, data } = one.schema.safeParse(text);
      return success && data !== '';
    });
  expect(unbounded.map(({ path }) => path)).toEqual([]);
});

describe('Every list has a bound, which measures nothing else', () => {
  const bodies = callList.map(({ name, body }) => ({ name, lists: placesIn(body).filter((one) => !isText(one)) }));

  it.each(bodies.filter(({ lists }) => lists.length > 0))('$name', async ({ lists }) => {
    const text = hostileText(mebibyte);
    for (const { path, schema } of lists) {
      const checks = schema._zod.def.checks?.map((check) => check._zod.def.check);
      expect([path, checks]).toEqual([path, expect.arrayContaining(['max_length'])]);
      const { reads } = await longReads(
        ({ length }) => length >= mebibyte,
        () => expect(schema.safeParse(text).error?.issues).toMatchObject([{ code: 'invalid_type' }]),
      );
      expect([path, reads]).toEqual([path, []]);
    }
  });

  it('as the sentence of the limit says', () => {
    const list = boundedList(z.string(), 2, 'Two at most.', 'Not a list.');
    const messages = (value: unknown) => list.safeParse(value).error?.issues.map(({ message }) => message);
    expect(messages(['a', 'b'])).toBeUndefined();
    expect(messages(['a', 'b', 'c'])).toEqual(['Two at most.']);
    expect(messages('abc')).toEqual(['Not a list.']);
  });
});

describe('A text of up to four times its limit', () => {
  const called = (name: string) => ({ name, description: '' });
  const body = callList.find(({ name }) => name === 'createAccount')?.body ?? z.never();

  it('is accepted when it fits after normalizing', () => {
    const typed = 'ᾧ'.normalize('NFD').repeat(200);
    expect(typed).toHaveLength(rawLimit(200));
    expect(body.parse(called(typed))).toMatchObject({ name: 'ᾧ'.repeat(200) });
  });

  it('is refused by its length alone beyond that, with the sentence of the limit', () => {
    expect(body.safeParse(called(`${'ᾧ'.normalize('NFD').repeat(200)} `)).error?.issues).toMatchObject([
      { path: ['name'], message: 'The name has at most 200 characters.' },
    ]);
  });
});
