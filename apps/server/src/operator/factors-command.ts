import { type Command, defineGroup, Failure, headings, show } from '@keyhold/cli';
import { defineLocalCommand, type LocalOptions, withInstallation } from './local-command.ts';

/** `factors reset`. */
export function addFactors(program: Command): void {
  const group = defineGroup(
    program,
    'factors',
    'Manage passkeys, authenticator apps and recovery codes.',
    headings.installation,
  );
  defineLocalCommand(
    group,
    'reset <email>',
    'Remove all second factors of a user who has lost them and whom no administrator can help. The user is signed out everywhere and notified by e-mail.',
    ['keyhold factors reset root@keyhold.example'],
  ).action(reset);
}

async function reset(email: string, options: LocalOptions, command: Command): Promise<void> {
  const removed = await withInstallation(options, async ({ connectionString }, configuration) => {
    const [{ asOperator, operatorName }, { resetFactorsOf }] = await Promise.all([
      import('./operator-caller.ts'),
      import('./reset-factors.ts'),
    ]);
    return asOperator(connectionString, configuration, (db, caller) =>
      resetFactorsOf(db, caller, email, operatorName()),
    );
  });
  if (removed === null) throw new Failure(`No user has the e-mail ${email}.`);
  show(command, { email, removed }, () =>
    removed === 0
      ? `${email} has no second factor.`
      : `The second factors of ${email} were removed. The user can sign in with the password and add a factor again.`,
  );
}
