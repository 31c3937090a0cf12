/** The methods that read a whole text: each takes time that grows with its length, some with its square. */
const methods = [
  ...['normalize', 'trim', 'trimStart', 'trimEnd', 'split', 'toLowerCase', 'toUpperCase', 'replace', 'replaceAll'],
  ...['match', 'matchAll', 'search', 'localeCompare', 'includes', 'isWellFormed', 'toWellFormed', 'codePointAt'],
  Symbol.iterator,
] as const;

type Method = (this: unknown, ...given: unknown[]) => unknown;

/**
 * Runs some work and reports which methods and patterns read a text that is too long: counted, so that no test depends
 * on time.
 *
 * @param isLong whether a text is too long to be read
 */
export async function longReads(
  isLong: (text: string) => boolean,
  work: () => unknown,
): Promise<{ readonly reads: readonly string[] }> {
  const reads: string[] = [];
  const restore: (() => void)[] = [];
  const watch = (prototype: object, name: string | symbol, textOf: (self: unknown, first: unknown) => unknown) => {
    const original = Object.getOwnPropertyDescriptor(prototype, name) as PropertyDescriptor & { value: Method };
    const { value } = original;
    const watched: Method = function (...given) {
      const text = textOf(this, given[0]);
      if (typeof text === 'string' && isLong(text)) reads.push(`${String(name)} of ${text.length} characters`);
      return Reflect.apply(value, this, given);
    };
    Object.defineProperty(prototype, name, { ...original, value: watched });
    restore.push(() => Object.defineProperty(prototype, name, original));
  };
  for (const name of methods) watch(String.prototype, name, (self) => self);
  for (const name of ['exec', 'test']) watch(RegExp.prototype, name, (_self, text) => text);
  try {
    await work();
  } finally {
    for (const one of restore) one();
  }
  return { reads };
}

/** Combining marks in an order that is not the canonical one: normalizing takes time that grows with the square. */
export function hostileText(length: number): string {
  const half = Math.floor(length / 2);
  return '\u0315'.repeat(half) + '\u0316'.repeat(length - half);
}
