import { type Command, createProgram, run } from '@keyhold/cli';
import type { LoadDemo } from '../start/demo.ts';
import { addAuditVerify } from './audit-commands.ts';
import { addBackups } from './backup-commands.ts';
import { addDeleted } from './deleted-command.ts';
import { addDoctor } from './doctor-command.ts';
import { addFactors } from './factors-command.ts';
import { addKeys } from './keys-commands.ts';
import { explainLocal } from './local-command.ts';
import { addStart } from './start-command.ts';

/** Runs the command `keyhold`. */
export async function main(argv: readonly string[], loadDemo: LoadDemo): Promise<void> {
  await run(createKeyhold(loadDemo), argv, explainLocal);
}

/**
 * The command `keyhold`: commands through a server's API, and commands on the installation of this machine. The server's
 * modules are loaded by the commands that need them, because that takes longer than a whole other command.
 */
export function createKeyhold(loadDemo: LoadDemo): Command {
  const program = createProgram();
  addStart(program, loadDemo);
  addAuditVerify(program);
  addKeys(program);
  addFactors(program);
  addBackups(program);
  addDeleted(program);
  addDoctor(program);
  return program;
}
