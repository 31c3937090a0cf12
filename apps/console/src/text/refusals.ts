import { problemText } from '#messages/en/problems.ts';
import { textsOf } from './texts-of.ts';

const sentences: Readonly<Record<string, string>> = textsOf({ problemText }).problemText;

/** The sentence for a refusal known only by its code, as in an address; by default that of a failed sign-in. */
export function refusalText(code: string): string {
  return sentences[code] ?? sentences['sign-in-failed'] ?? code;
}
