import { callList } from '@keyhold/contract';
import * as z from 'zod';

/** A list with pages, and its orders and filters. */
export interface List {
  readonly path: string;
  readonly sorts: readonly string[];
  readonly searched: boolean;
  /** Its filters by name, with their values; no values if any text is allowed. */
  readonly filters: readonly { readonly name: string; readonly values: readonly string[] }[];
  /** Whether it takes an account as a parameter. */
  readonly ofAccount: boolean;
}

/** Parameters that are not filters: they select the list, and its form. */
const others: ReadonlySet<string> = new Set(['sort', 'limit', 'cursor', 'skip', 'search', 'resolve', 'account']);

/** Every list of the API, derived from the contract. */
export function listsOf(): readonly List[] {
  return callList.flatMap(({ path, query }) => {
    const shape: Readonly<Record<string, unknown>> = query.shape;
    const sorts = choicesOf(shape['sort']);
    if (sorts.length === 0 || !('limit' in shape)) return [];
    const filters = Object.keys(shape).filter((name) => !others.has(name));
    return [
      {
        path,
        sorts,
        searched: 'search' in shape,
        filters: filters.map((name) => ({ name, values: choicesOf(shape[name]) })),
        ofAccount: 'account' in shape,
      },
    ];
  });
}

function choicesOf(schema: unknown): readonly string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return choicesOf(schema.unwrap());
  // A comma-separated list, of which each value is measured.
  if (schema instanceof z.ZodPipe && schema.out instanceof z.ZodArray) return choicesOf(schema.out.element);
  return schema instanceof z.ZodEnum ? schema.options.map(String) : [];
}

/** Whether a list is of the caller's own account, and another call returns that of any account by the same queries. */
export function isOwnTwin(path: string): boolean {
  return callList.some((other) => other.path !== path && other.path.replace('/admin/', '/') === path);
}
