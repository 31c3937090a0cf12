import { type Call, calls } from '@keyhold/contract';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Row } from './row.ts';
import { rows } from './rows/rows.ts';

/** Query parameters that do not name a resource. */
const plainWords = new Set([
  ...[
    'request',
    // Only compared, as in the body.
    'holder',
    'limit',
    'cursor',
    'skip',
    'search',
    'search-also',
    'sort',
    'resolve',
    'status',
    'type',
    'ending-within',
    'unassigned-only',
    'in-use',
  ],
  'without-factor',
  ...['from', 'to', 'interval', 'epoch', 'timeout', 'ending', 'past', 'place'],
  // Filters of the audit log: plain texts, because the resources may have been deleted long ago.
  ...['action', 'actor', 'resource'],
  // Words to look for.
  'q',
  // How a file is written.
  ...['format', 'separator'],
]);

type JsonSchema = z.core.JSONSchema.JSONSchema;

/** The paths of all rns in a body, with a `*` for each array index. */
function rnsOf(body: z.ZodType): string[] {
  const found = new Set<string>();
  // Some fields are recognizable as rns only in the output schema.
  for (const io of ['input', 'output'] as const) {
    findRns(z.toJSONSchema(body, { io, unrepresentable: 'any' }) as JsonSchema, found);
  }
  return [...found].toSorted();
}

function findRns(root: JsonSchema, found: Set<string>): void {
  const walk = (schema: JsonSchema, path: string[]): void => {
    const named = root.$defs?.[schema.$ref?.split('/').at(-1) ?? ''];
    if (named) walk(named as JsonSchema, path);
    if (/^rn\b/.test(schema.format ?? '')) found.add(path.join('.'));
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      walk(property as JsonSchema, [...path, name]);
    }
    if (schema.items) walk(schema.items as JsonSchema, [...path, '*']);
    for (const choice of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]) {
      walk(choice as JsonSchema, path);
    }
  };
  walk(root, []);
}

function bodyFields(call: Call): string[] {
  const schema = z.toJSONSchema(call.body, { io: 'input', unrepresentable: 'any' });
  return Object.keys(schema.properties ?? {});
}

describe.each(Object.keys(calls) as (keyof typeof calls)[])('the row of %s', (name) => {
  const call: Call = calls[name];
  const row: Row = rows[name];

  it('names every resource that the call can name', () => {
    expect(Object.keys(row.ids ?? {}).toSorted()).toEqual(Object.keys(call.params.shape).toSorted());
    expect(
      Object.keys(row.rns ?? {})
        .map((place) => place.replace(/\b\d+\b/g, '*'))
        .toSorted(),
    ).toEqual(rnsOf(call.body));
    const query = Object.keys(call.query.shape).filter((word) => !plainWords.has(word));
    const accountIn = 'accountIn' in row ? row.accountIn : undefined;
    expect(
      [...Object.keys(row.queryRns ?? {}), ...(accountIn?.endsWith('query') ? ['account'] : [])].toSorted(),
    ).toEqual(query.toSorted());
    expect(accountIn === 'body').toBe(bodyFields(call).includes('account-id'));
  });
});
