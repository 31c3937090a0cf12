import { type Command, createProgram, run } from '@keyhold/cli';
import type { LoadDemo } from '../start/demo.ts';
import { addAuditVerify } from './audit-commands.ts';
import { addBackups } from './backup-commands.ts';
import { addDeleted } from './deleted-command.ts';
import { addDoctor } from './doctor-command.ts';
import { addKeys } from './keys-commands.ts';
import { explainLocal } from './local-command.ts';
import { addStart } from './start-command.ts';

/** Runs the command `keyhold`. */
export async function main(argv: readonly string[], loadDemo: LoadDemo): Promise<void> {
  await run(createKeyhold(loadDemo), argv, explainLocal);
}

/**
 * The command `keyhold`: what works through a server's API, and what works on the installation of this machine. What a
 * command needs of the server is loaded when it runs, because that takes longer than all of what the others do.
 */
export function createKeyhold(loadDemo: LoadDemo): Command {
  const program = createProgram();
  addStart(program, loadDemo);
  addAuditVerify(program);
  addKeys(program);
  addBackups(program);
  addDeleted(program);
  addDoctor(program);
  return program;
}
