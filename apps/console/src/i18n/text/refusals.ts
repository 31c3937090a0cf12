import { problemText } from '#i18n/messages/en/general/problems.ts';
import { textsOf } from './texts-of.ts';

const sentences: ReadonlyMap<string, string> = new Map(Object.entries(textsOf({ problemText }).problemText));

/** The sentence for a refusal known only by its code, as in an address; by default that of a failed sign-in. */
export function refusalText(code: string): string {
  return sentences.get(code) ?? sentences.get('sign-in-failed') ?? code;
}
