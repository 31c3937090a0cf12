import { catalogue } from '#locale/locale.ts';

interface Problem {
  readonly code?: unknown;
  readonly message?: unknown;
}

const byCode: Readonly<Record<string, string>> = catalogue?.problemText ?? {};
const bySentence: Readonly<Record<string, string>> = catalogue?.fieldProblemText ?? {};

/** What a field says, in the language of the page: a sentence of the contract, or one that is in it already. */
export function fieldSentence(sentence: string): string {
  return bySentence[sentence] ?? sentence;
}

/** What the server refuses, by its code. The server's English stands where no code is known, and on English pages. */
export function problemSentence({ code, message }: Problem): string | null {
  const known = typeof code === 'string' ? byCode[code] : undefined;
  return known ?? (typeof message === 'string' ? fieldSentence(message) : null);
}
