import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { filledInput } from '../../../../test/filled-input.ts';
import { hostileText, longReads } from '../../../../test/long-reads.ts';
import { callList } from '../calls/index.ts';
import { rawLimit } from './bounds.ts';

// Covers every text of every call, including future ones.

const mebibyte = 1024 * 1024;

/** Every schema of a text in a schema, with its path. */
function textsIn(schema: z.core.$ZodType, path = ''): { readonly path: string; readonly text: z.ZodString }[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([name, field]) => textsIn(field, `${path}.${name}`));
    case 'array':
      return textsIn(def.element, path);
    case 'optional':
    case 'nullable':
    case 'default':
      return textsIn(def.innerType, path);
    case 'pipe':
      return textsIn(def.in, path);
    case 'union':
      return def.options.flatMap((option) => textsIn(option, path));
    case 'string':
      return [{ path, text: schema as z.ZodString }];
    default:
      return [];
  }
}

const inputs = callList.flatMap(({ name, params, query, body }) =>
  Object.entries({ params, query, body })
    .filter(([, schema]) => typeof filledInput(schema, () => 'text') !== 'string')
    .map(([part, schema]) => ({ name: `${name}, ${part}`, schema })),
);

describe('No validator reads a text beyond its bound', () => {
  it.each(inputs)('$name', async ({ schema }) => {
    const input = filledInput(schema, () => hostileText(mebibyte));
    const { reads } = await longReads(
      ({ length }) => length >= mebibyte,
      () => schema.safeParse(input),
    );
    expect(reads).toEqual([]);
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
  const unbounded = textsIn(schema).filter((one) => {
    const { success, data } = one.text.safeParse(text);
    return success && data !== '';
  });
  expect(unbounded.map(({ path }) => path)).toEqual([]);
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
