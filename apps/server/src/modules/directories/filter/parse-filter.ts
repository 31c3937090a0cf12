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

/** Longest filter or path, in characters. */
const longest = 4_000;
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
  const reader = new Reader(text, 'invalidFilter');
  const filter = reader.disjunction();
  reader.requireEnd();
  return filter;
}

/**
 * Parses a path.
 *
 * @throws {ProblemError} 400 with the keyword
 */
export function parsePath(text: string, keyword: 'invalidPath' | 'invalidSyntax' = 'invalidPath'): Path {
  const reader = new Reader(text, keyword);
  const path = reader.path();
  reader.requireEnd();
  return path;
}

const token = /\s*(?:("(?:[^"\\]|\\.)*")|([()[\]])|(-?\d[\d.eE+-]*)|(\.?[A-Za-z$][\w.:$-]*))/y;
const schemaOfAttribute = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/;

type Keyword = 'invalidFilter' | 'invalidPath' | 'invalidSyntax';

/** A recursive descent parser for a text, with limits of length, depth and comparisons. */
class Reader {
  readonly #tokens: readonly string[];
  readonly #keyword: Keyword;
  #position = 0;
  #depth = 0;
  #compared = 0;

  constructor(text: string, keyword: Keyword) {
    this.#keyword = keyword;
    if (text.length > longest) throw this.#wrong(`It has more than ${longest} characters.`);
    this.#tokens = tokensOf(text) ?? this.#fail('It has a character that belongs to no part of it.');
  }

  requireEnd(): void {
    const rest = this.#peek();
    if (rest !== undefined) throw this.#wrong(`It goes on with ${rest} where it should end.`);
  }

  disjunction(): Filter {
    return this.#list('or', () => this.#list('and', () => this.#term()));
  }

  path(): Path {
    const attribute = this.#attribute();
    const dot = attribute.indexOf('.');
    // The name of a schema contains dots, too.
    if (!attribute.startsWith('urn:') && dot > 0) {
      return { attribute: attribute.slice(0, dot), among: null, sub: attribute.slice(dot + 1) };
    }
    if (this.#peek() !== '[') return { attribute, among: null, sub: null };
    const among = this.#enclosed('[', ']');
    const sub = this.#peek();
    if (!sub?.startsWith('.')) return { attribute, among, sub: null };
    this.#position += 1;
    return { attribute, among, sub: sub.slice(1).toLowerCase() };
  }

  #list(kind: 'and' | 'or', read: () => Filter): Filter {
    const parts = [read()];
    while (this.#peek()?.toLowerCase() === kind) {
      this.#position += 1;
      parts.push(read());
    }
    const [only] = parts;
    return parts.length === 1 && only ? only : { kind, parts };
  }

  #term(): Filter {
    const next = this.#peek();
    if (next === '(') return this.#enclosed('(', ')');
    if (next?.toLowerCase() === 'not' && this.#tokens[this.#position + 1] === '(') {
      this.#position += 1;
      return { kind: 'not', part: this.#enclosed('(', ')') };
    }
    const path = this.#attribute();
    if (this.#peek() !== '[') return this.#comparison(path);
    const among: Filter = { kind: 'among', path, part: this.#enclosed('[', ']') };
    // Entra ID looks for users by emails[type eq "work"].value eq "…".
    const sub = this.#peek();
    if (!sub?.startsWith('.')) return among;
    this.#position += 1;
    return { kind: 'and', parts: [among, this.#comparison(`${path}${sub.toLowerCase()}`)] };
  }

  #comparison(path: string): Filter {
    this.#compared += 1;
    if (this.#compared > most) throw this.#wrong(`It compares more than ${most} times.`);
    const operator = this.#next().toLowerCase();
    if (operator === 'pr') return { kind: 'present', path };
    const by = comparisons.find((known) => known === operator);
    if (!by) throw this.#wrong(`It has ${operator} in place of a comparison such as eq.`);
    return { kind: 'compare', path, by, value: this.#value() };
  }

  #enclosed(open: string, close: string): Filter {
    this.#depth += 1;
    if (this.#depth > deepest) throw this.#wrong(`It is nested more than ${deepest} times.`);
    if (this.#next() !== open) throw this.#wrong(`A ${open} is missing.`);
    const filter = this.disjunction();
    if (this.#next() !== close) throw this.#wrong(`A ${close} is missing.`);
    this.#depth -= 1;
    return filter;
  }

  #attribute(): string {
    const text = this.#next();
    if (!/^[A-Za-z$]/.test(text)) throw this.#wrong(`It has ${text} in place of an attribute.`);
    return text.toLowerCase().replace(schemaOfAttribute, '');
  }

  #value(): ComparedValue {
    const text = this.#next();
    const literal = /^(true|false|null)$/i.test(text) ? text.toLowerCase() : text;
    try {
      const value: unknown = JSON.parse(literal);
      if (value === null || typeof value === 'boolean' || typeof value === 'number') return value;
      // PostgreSQL cannot store NUL in text, so no stored text equals one that contains it.
      if (typeof value === 'string' && !value.includes('\0')) return value;
    } catch {
      // Rejected below, like values that JSON has and SCIM does not.
    }
    throw this.#wrong(`${text} is no value.`);
  }

  #peek(): string | undefined {
    return this.#tokens[this.#position];
  }

  #next(): string {
    const text = this.#peek() ?? this.#fail('It ends too early.');
    this.#position += 1;
    return text;
  }

  #fail(why: string): never {
    throw this.#wrong(why);
  }

  #wrong(why: string) {
    return scimInvalid(
      this.#keyword,
      `This ${this.#keyword === 'invalidFilter' ? 'filter' : 'path'} is not valid. ${why}`,
    );
  }
}

/** @returns null when a character belongs to no token */
function tokensOf(text: string): string[] | null {
  const tokens: string[] = [];
  const pattern = new RegExp(token);
  const end = text.trimEnd().length;
  while (pattern.lastIndex < end) {
    const found = pattern.exec(text);
    if (!found) return null;
    tokens.push(found[0].trim());
  }
  return tokens;
}
