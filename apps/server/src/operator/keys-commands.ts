import { type Command, defineGroup, formatTime, headings, show } from '@keyhold/cli';
import { defineLocalCommand, type LocalOptions, onInstallation } from './local-command.ts';

/** `keys rotate`. */
export function addKeys(program: Command): void {
  const group = defineGroup(program, 'keys', 'The keys that sign tokens.', headings.installation);
  defineLocalCommand(
    group,
    'rotate',
    'Make a new key sign every token from now on, on every node. The one before verifies until the last token it signed has ended.',
    ['keyhold keys rotate', 'keyhold keys rotate --at-once'],
  )
    .option('--at-once', 'the key before verifies nothing any more and everybody is signed out: for a key that got out')
    .action(rotate);
}

async function rotate(options: LocalOptions & { atOnce?: boolean }, command: Command): Promise<void> {
  const { atOnce = false } = options;
  const rotation = await onInstallation(options, async ({ connectionString }, configuration) => {
    const [{ asOperator }, { rotateKeys }] = await Promise.all([
      import('./operator-caller.ts'),
      import('./rotate-keys.ts'),
    ]);
    return asOperator(connectionString, configuration, (db, caller) =>
      rotateKeys(db, caller.installation, caller, { atOnce }),
    );
  });
  show(command, rotation, () => {
    const before = rotation.retiring.map((key) =>
      atOnce
        ? `The key ${key.id} verifies nothing any more, and everybody is signed out.`
        : `The key ${key.id} verifies until ${formatTime(key['retired-on'])}.`,
    );
    return [`The key ${rotation.signing} signs from now on.`, ...before].join('\n');
  });
}
