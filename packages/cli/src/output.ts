import type { Command } from 'commander';
import { exitCodes } from './run.ts';

/** Whether a program is to read the result. */
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

/** Ends the process with 1 after a result that was shown, such as a check that found something. */
export function endAsFailed(): void {
  process.exitCode = exitCodes.failed;
}
