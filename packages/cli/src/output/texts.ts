import { type AnyResource, type Setting, textsSetBy, textsWith } from '@keyhold/contract';
import type { Command } from 'commander';
import { UsageError } from '../command/failure.ts';

/** The headings of the text columns in a resource's list. */
export function textHeads(one: AnyResource): string[] {
  return textsWith(one, 'listed').map((name) => inWords(name).toUpperCase());
}

/** The cells of the text columns. */
export function textCells(one: AnyResource, item: object): string[] {
  const values: Readonly<Record<string, unknown>> = { ...item };
  return textsWith(one, 'listed').map((name) => String(values[name]));
}

/**
 * Adds an option for each text that creating or changing a resource sets, such as `--order-reference`.
 *
 * @param positional texts that are arguments instead
 */
export function addTextOptions(
  command: Command,
  one: AnyResource,
  set: Setting,
  positional: readonly string[] = [],
): Command {
  for (const name of textsSetBy(one, set)) {
    if (!positional.includes(name)) command.option(`--${name} <text>`, inWords(name));
  }
  return command;
}

/** The texts that options set, by name ({@link addTextOptions}). */
export function textsInOptions(one: AnyResource, options: object): Record<string, string> {
  const values: Readonly<Record<string, unknown>> = { ...options };
  return Object.fromEntries(
    one.texts.flatMap((name) => {
      const value = values[optionKey(name)];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}

/**
 * As {@link textsInOptions}, for a change, which must set at least one text.
 *
 * @throws {UsageError} when there is nothing to change.
 */
export function textsToChange(one: AnyResource, options: object): Record<string, string> {
  const texts = textsInOptions(one, options);
  if (Object.keys(texts).length > 0) return texts;
  const names = textsSetBy(one, 'update').map((name) => `--${name}`);
  throw new UsageError(
    `Nothing to change. Specify ${new Intl.ListFormat('en', { type: 'disjunction' }).format(names)}.`,
  );
}

/** The name of an option in commander: `order-reference` is `orderReference`. */
export function optionKey(name: string): string {
  return name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

function inWords(name: string): string {
  return name.replaceAll('-', ' ');
}
