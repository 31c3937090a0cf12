import { type Command, count, endAsFailed, headings, show } from '@keyhold/cli';
import { StartError } from '../db/start-error.ts';
import { type Finding, wrong } from './doctor/finding.ts';
import { defineLocalCommand, type LocalOptions, localConfiguration } from './local-command.ts';

/** `doctor` */
export function addDoctor(program: Command): void {
  defineLocalCommand(
    program,
    'doctor',
    'Check this installation and suggest fixes. Run it with the environment of the server.',
    ['keyhold doctor', 'keyhold doctor --data /srv/keyhold --json'],
  )
    .helpGroup(headings.installation)
    .action(runDoctor);
}

const marks = { good: '✓', warning: '!', wrong: '✗' } as const;

async function runDoctor(options: LocalOptions, command: Command): Promise<void> {
  const findings = await findingsOf(options);
  const bad = findings.filter(({ state }) => state === 'wrong');
  show(command, { healthy: bad.length === 0, findings }, () =>
    [
      ...findings.map(({ state, message }) => `${marks[state]} ${message}`),
      '',
      bad.length === 0 ? 'No problems found.' : `${count(bad.length, 'problem')} found.`,
    ].join('\n'),
  );
  if (bad.length > 0) endAsFailed();
}

/** Returns the findings. If the configuration is invalid, its errors are the only ones. */
async function findingsOf(options: LocalOptions): Promise<readonly Finding[]> {
  try {
    const { checkInstallation } = await import('./doctor/doctor.ts');
    return await checkInstallation(localConfiguration(options));
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return error.message.split('\n').map((message) => wrong('configuration', message));
  }
}
