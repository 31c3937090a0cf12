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
 * Creates the command `keyhold`: commands that use a server's API, and commands on this machine's installation. Each
 * command loads the server modules it needs, because loading them takes longer than a whole other command.
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
