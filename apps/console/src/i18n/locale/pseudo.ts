const accented: Readonly<Record<string, string>> = { a: 'á', e: 'é', i: 'í', o: 'ó', u: 'ú', A: 'Á', E: 'É', O: 'Ó' };

/**
 * Converts a compiled message for tests: every vowel accented, each text 40 % longer, the end marked. Text without
 * accents on a screen comes from no catalogue; text without an end mark is cut off.
 */
export function pseudo(message: unknown): unknown {
  const read = branchOf(message);
  return Array.isArray(read) ? [...read, ' ↵'] : read;
}

/** Converts a whole message, or one branch of an argument: a text, or parts. */
function branchOf(message: unknown): unknown {
  if (typeof message === 'string') return longer(message);
  return Array.isArray(message) ? message.map(partOf) : message;
}

function partOf(part: unknown): unknown {
  if (!Array.isArray(part)) return branchOf(part);
  const [name, type, options] = part;
  if (typeof options !== 'object') return part;
  const branches = Object.entries(options).map(([id, branch]) => [id, branchOf(branch)]);
  return [name, type, Object.fromEntries(branches)];
}

function longer(text: string): string {
  const more = '~~~~~ '.repeat(text.length).slice(0, Math.ceil(text.length * 0.4) - 1);
  const words = text.trimEnd();
  const space = text.slice(words.length);
  return `${accents(words)} ${more}`.trimEnd() + space;
}

function accents(text: string): string {
  return text.replaceAll(/[aeiouAEO]/g, (letter) => accented[letter] ?? letter);
}
