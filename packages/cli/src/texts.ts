import { type AnyResource, type Setting, textsSetBy, textsWith } from '@keyhold/contract';
import type { Command } from 'commander';
import { UsageError } from './failure.ts';

/** The heads of the columns of texts that a resource's list shows. */
export function textHeads(one: AnyResource): string[] {
  return textsWith(one, 'listed').map((name) => inWords(name).toUpperCase());
}

/** What stands in those columns. */
export function textCells(one: AnyResource, item: object): string[] {
  const values: Readonly<Record<string, unknown>> = { ...item };
  return textsWith(one, 'listed').map((name) => String(values[name]));
}

/**
 * Adds an option for each text that the creation of a resource, or its change, sets, such as `--order-reference`.
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
    if (!positional.includes(name)) command.option(`--${name} <text>`, `the ${inWords(name)}`);
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
 * As {@link textsInOptions}, of a change, which sets at least one.
 *
 * @throws {UsageError} when there is nothing to change.
 */
export function textsToChange(one: AnyResource, options: object): Record<string, string> {
  const texts = textsInOptions(one, options);
  if (Object.keys(texts).length > 0) return texts;
  const names = textsSetBy(one, 'update').map((name) => `--${name}`);
  throw new UsageError(`Say what to change: ${new Intl.ListFormat('en', { type: 'disjunction' }).format(names)}.`);
}

/** How the library of options calls one: `order-reference` is `orderReference`. */
export function optionKey(name: string): string {
  return name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

function inWords(name: string): string {
  return name.replaceAll('-', ' ');
}
