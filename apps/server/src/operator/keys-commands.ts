import { type Command, defineGroup, formatTime, headings, show } from '@keyhold/cli';
import { defineLocalCommand, type LocalOptions, withInstallation } from './local-command.ts';

/** `keys rotate`. */
export function addKeys(program: Command): void {
  const group = defineGroup(program, 'keys', 'Manage the keys that sign tokens.', headings.installation);
  defineLocalCommand(
    group,
    'rotate',
    'Sign new tokens with a new key, on every node. The previous key verifies tokens until the last one it signed has expired.',
    ['keyhold keys rotate', 'keyhold keys rotate --at-once'],
  )
    .option('--at-once', 'invalidate the previous key immediately and sign everybody out (for a leaked key)')
    .action(rotate);
}

async function rotate(options: LocalOptions & { atOnce?: boolean }, command: Command): Promise<void> {
  const { atOnce = false } = options;
  const rotation = await withInstallation(options, async ({ connectionString }, configuration) => {
    const [{ asOperator }, { rotateKeys }, { openSecretBox, secretKeysOf }] = await Promise.all([
      import('./operator-caller.ts'),
      import('./rotate-keys.ts'),
      import('../secrets/secret-box.ts'),
    ]);
    return asOperator(connectionString, configuration, (db, caller) =>
      rotateKeys({ db, secrets: openSecretBox(secretKeysOf(configuration)) }, caller.installation, caller, { atOnce }),
    );
  });
  show(command, rotation, () => {
    const before = rotation.retiring.map((key) =>
      atOnce
        ? `Key ${key.id} is no longer valid, and everybody is signed out.`
        : `Key ${key.id} verifies tokens until ${formatTime(key['retired-on'])}.`,
    );
    return [`Key ${rotation.signing} now signs new tokens.`, ...before].join('\n');
  });
}
