import { rawLimit } from '@keyhold/contract';
import { pathLimit } from '../scim-bounds.ts';
import { scimInvalid } from '../scim-problem.ts';

export const comparisons = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const;
export type Comparison = (typeof comparisons)[number];
export type ComparedValue = string | number | boolean | null;

/** A filter (RFC 7644, section 3.4.2.2). Paths are in lower case, without the schema of users and groups. */
export type Filter =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Filter[] }
  | { readonly kind: 'not'; readonly part: Filter }
  | { readonly kind: 'present'; readonly path: string }
  | { readonly kind: 'compare'; readonly path: string; readonly by: Comparison; readonly value: ComparedValue }
  /** `emails[type eq "work"]`: the part applies to one of the values. */
  | { readonly kind: 'among'; readonly path: string; readonly part: Filter };

/** A path of a PATCH: `emails[type eq "work"].value` (RFC 7644, section 3.5.2). */
export interface Path {
  readonly attribute: string;
  readonly among: Filter | null;
  readonly sub: string | null;
}

/** Longest value of a comparison, in characters: no stored text is longer. */
const valueLimit = 256;
/** Deepest nesting of parentheses and brackets. */
const deepest = 20;
/** Maximum number of comparisons. */
const most = 100;

/**
 * Parses a filter.
 *
 * @throws {ProblemError} 400 `invalidFilter`
 * @example
 * parseFilter('userName eq "ada@acme.example" and active eq true')
 */
export function parseFilter(text: string): Filter {
  const reader = createReader(text, 'invalidFilter');
  const filter = reader.readFilter();
  reader.requireEnd();
  return filter;
}

/**
 * Parses a path.
 *
 * @throws {ProblemError} 400 with the keyword
 */
export function parsePath(text: string, keyword: 'invalidPath' | 'invalidSyntax' = 'invalidPath'): Path {
  const reader = createReader(text, keyword);
  const path = reader.readPath();
  reader.requireEnd();
  return path;
}

const token = /\s*(?:("(?:[^"\\]|\\.)*")|([()[\]])|(-?\d[\d.eE+-]*)|(\.?[A-Za-z$][\w.:$-]*))/y;
const schemaOfAttribute = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/;

type Keyword = 'invalidFilter' | 'invalidPath' | 'invalidSyntax';

/** A recursive descent parser for a text, with limits of length, depth and comparisons. */
function createReader(text: string, keyword: Keyword) {
  if (text.length > pathLimit) throw wrong(`It has more than ${pathLimit} characters.`);
  const tokens: string[] = [];
  const pattern = new RegExp(token);
  const end = text.trimEnd().length;
  while (pattern.lastIndex < end) {
    const found = pattern.exec(text);
    if (!found) throw wrong('It has a character that belongs to no part of it.');
    tokens.push(found[0].trim());
  }
  let position = 0;
  let depth = 0;
  let compared = 0;

  function requireEnd(): void {
    const rest = peek();
    if (rest !== undefined) throw wrong(`It goes on with ${rest} where it should end.`);
  }

  function readFilter(): Filter {
    return readList('or', () => readList('and', readTerm));
  }

  function readPath(): Path {
    const attribute = readAttribute();
    const dot = attribute.indexOf('.');
    // The name of a schema contains dots, too.
    if (!attribute.startsWith('urn:') && dot > 0) {
      return { attribute: attribute.slice(0, dot), among: null, sub: attribute.slice(dot + 1) };
    }
    if (peek() !== '[') return { attribute, among: null, sub: null };
    const among = readEnclosed('[', ']');
    const sub = peek();
    if (!sub?.startsWith('.')) return { attribute, among, sub: null };
    position += 1;
    return { attribute, among, sub: sub.slice(1).toLowerCase() };
  }

  function readList(kind: 'and' | 'or', read: () => Filter): Filter {
    const parts = [read()];
    while (peek()?.toLowerCase() === kind) {
      position += 1;
      parts.push(read());
    }
    const [only] = parts;
    return parts.length === 1 && only ? only : { kind, parts };
  }

  function readTerm(): Filter {
    const next = peek();
    if (next === '(') return readEnclosed('(', ')');
    if (next?.toLowerCase() === 'not' && tokens[position + 1] === '(') {
      position += 1;
      return { kind: 'not', part: readEnclosed('(', ')') };
    }
    const path = readAttribute();
    if (peek() !== '[') return readComparison(path);
    const among: Filter = { kind: 'among', path, part: readEnclosed('[', ']') };
    // Entra ID looks for users by emails[type eq "work"].value eq "…".
    const sub = peek();
    if (!sub?.startsWith('.')) return among;
    position += 1;
    return { kind: 'and', parts: [among, readComparison(`${path}${sub.toLowerCase()}`)] };
  }

  function readComparison(path: string): Filter {
    compared += 1;
    if (compared > most) throw wrong(`It compares more than ${most} times.`);
    const operator = take().toLowerCase();
    if (operator === 'pr') return { kind: 'present', path };
    const by = comparisons.find((known) => known === operator);
    if (!by) throw wrong(`It has ${operator} in place of a comparison such as eq.`);
    return { kind: 'compare', path, by, value: readValue() };
  }

  function readEnclosed(open: string, close: string): Filter {
    depth += 1;
    if (depth > deepest) throw wrong(`It is nested more than ${deepest} times.`);
    if (take() !== open) throw wrong(`A ${open} is missing.`);
    const filter = readFilter();
    if (take() !== close) throw wrong(`A ${close} is missing.`);
    depth -= 1;
    return filter;
  }

  function readAttribute(): string {
    const text = take();
    if (!/^[A-Za-z$]/.test(text)) throw wrong(`It has ${text} in place of an attribute.`);
    return text.toLowerCase().replace(schemaOfAttribute, '');
  }

  function readValue(): ComparedValue {
    const text = take();
    const literal = /^(true|false|null)$/i.test(text) ? text.toLowerCase() : text;
    try {
      const value: unknown = JSON.parse(literal);
      if (value === null || typeof value === 'boolean' || typeof value === 'number') return value;
      // PostgreSQL cannot store NUL in text, so no stored text equals one that contains it.
      if (typeof value === 'string' && value.length <= rawLimit(valueLimit) && !value.includes('\0')) return value;
    } catch {
      // Rejected below, like values that JSON has and SCIM does not.
    }
    throw wrong(`${text} is no value.`);
  }

  function peek(): string | undefined {
    return tokens[position];
  }

  function take(): string {
    const text = peek();
    if (text === undefined) throw wrong('It ends too early.');
    position += 1;
    return text;
  }

  function wrong(why: string) {
    const kind = keyword === 'invalidFilter' ? 'filter' : 'path';
    return scimInvalid(keyword, `This ${kind} is not valid. ${why}`);
  }

  return { readFilter, readPath, requireEnd };
}
