export type { Command } from 'commander';
export { defineCommand, defineGroup, groupOf, headings } from './define-command.ts';
export { Failure, UsageError } from './failure.ts';
export { endAsFailed, show, wantsJson } from './output.ts';
export { createProgram } from './program.ts';
export { type Progress, startProgress } from './progress.ts';
export { exitCodes, run } from './run.ts';
export { count, formatList, formatTable, formatTime } from './table.ts';
