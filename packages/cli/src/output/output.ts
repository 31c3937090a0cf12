import type { Command } from 'commander';
import { exitCodes } from '../command/run.ts';

/**
 * Whether the result is for a program: `--json` is anywhere on the command line.
 *
 * @example
 * if (!wantsJson(command)) console.error('This takes a while.');
 */
export function wantsJson(command: Command): boolean {
  return command.optsWithGlobals<{ json?: boolean }>().json === true;
}

/**
 * Prints a command's result to standard output: with `--json` as one JSON document, otherwise as text.
 *
 * @param text returns the text
 * @example
 * show(command, { items }, () => formatTable(['NAME'], items.map((item) => [item.name])));
 */
export function show(command: Command, result: object, text: () => string): void {
  console.log(wantsJson(command) ? JSON.stringify(result, null, 2) : text());
}

/**
 * Makes the process exit with 1 after a result is shown, such as a check that found problems.
 *
 * @example
 * show(command, { broken }, () => sentence);
 * if (broken) endAsFailed();
 */
export function endAsFailed(): void {
  process.exitCode = exitCodes.failed;
}
