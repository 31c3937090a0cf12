import type { Command } from 'commander';
import { exitCodes } from './run.ts';

/**
 * Whether a program is to read the result: `--json` stands anywhere on the line.
 *
 * @example
 * if (!wantsJson(command)) console.error('This takes a while.');
 */
export function wantsJson(command: Command): boolean {
  return command.optsWithGlobals<{ json?: boolean }>().json === true;
}

/**
 * Shows a command's result on standard output: with `--json` as one JSON document, else as people read it.
 *
 * @param text what a person is shown
 * @example
 * show(command, { items }, () => formatTable(['NAME'], items.map((item) => [item.name])));
 */
export function show(command: Command, result: object, text: () => string): void {
  console.log(wantsJson(command) ? JSON.stringify(result, null, 2) : text());
}

/**
 * Lets the process end with 1 after a result that was shown, such as a check that found something.
 *
 * @example
 * show(command, { broken }, () => sentence);
 * if (broken) endAsFailed();
 */
export function endAsFailed(): void {
  process.exitCode = exitCodes.failed;
}
