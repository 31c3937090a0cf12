import * as english from '#messages/en/wire.ts';
import { textOf } from './text-of.ts';

const words: Readonly<Record<string, string>> = textOf('wireText', english.wireText);

/** A status, type or kind of consumers that the server sends, in the language of the page. */
export function wireWord(value: string): string {
  return words[value] ?? value;
}
