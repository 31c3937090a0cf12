import { problemText } from '#messages/en/problems.ts';
import { textsOf } from './texts-of.ts';

const sentences: Readonly<Record<string, string>> = textsOf({ problemText }).problemText;

/** What a refusal means of which only the code has come, as in an address: that of a failed sign-in where it is not known. */
export function refusalText(code: string): string {
  return sentences[code] ?? sentences['sign-in-failed'] ?? code;
}
