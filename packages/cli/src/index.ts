export type { Command } from 'commander';
export { defineCommand, defineGroup, groupOf, headings } from './command/define-command.ts';
export { Failure, UsageError } from './command/failure.ts';
export { exitCodes, run } from './command/run.ts';
export { endAsFailed, show, wantsJson } from './output/output.ts';
export { type Progress, startProgress } from './output/progress.ts';
export { count, formatList, formatTable, formatTime } from './output/table.ts';
export { createProgram } from './program.ts';
