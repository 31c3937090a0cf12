import * as english from '#i18n/messages/en/general/wire.ts';
import { textsOf } from './texts-of.ts';

const words: Readonly<Record<string, string>> = textsOf(english).wireText;

/** Translates a status, type or kind of consumers that the server sends. */
export function wireWord(value: string): string {
  return words[value] ?? value;
}

/** Translates the status of what a noun names, for languages in which the two agree. */
export function statusOf(noun: string, status: string): string {
  return words[`${noun} ${status}`] ?? wireWord(status);
}
