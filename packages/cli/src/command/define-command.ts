import type { Command } from 'commander';

/**
 * Adds a command to a group (or to the program), with examples at the end of its help.
 *
 * @param usage its name and arguments, such as `suspend <keys...>`
 * @param examples whole command lines
 * @example
 * defineCommand(licenses, 'suspend <keys...>', 'Suspend licenses.', ['keyhold licenses suspend K7QRM-…'])
 *   .action(async (keys: string[], _options: object, command: Command) => { … });
 */
export function defineCommand(
  parent: Command,
  usage: string,
  description: string,
  examples: readonly [string, ...string[]],
): Command {
  return parent
    .command(usage)
    .description(description)
    .addHelpText('after', `\nExamples:\n${examples.map((example) => `  $ ${example}`).join('\n')}`);
}

/**
 * Adds a group of commands, such as `licenses`, whose own help lists them.
 *
 * @param heading where the program's help lists the group, one of {@link headings}
 * @example
 * const licenses = defineGroup(program, 'licenses', 'Manage the licenses of an account.', headings.server);
 */
export function defineGroup(program: Command, name: string, description: string, heading: string): Command {
  return program.command(name).description(description).helpGroup(heading).helpCommand(false);
}

/**
 * Returns the group with a name, to add further commands to it.
 *
 * @throws {Error} when the program has no such group.
 * @example
 * defineCommand(groupOf(program, 'audit'), 'verify', 'Recompute the chain.', ['keyhold audit verify']);
 */
export function groupOf(program: Command, name: string): Command {
  const group = program.commands.find((command: Command) => command.name() === name);
  if (!group) throw new Error(`There is no group of commands called ${name}.`);
  return group;
}

/** The headings of the program's help. */
export const headings = {
  signIn: 'Sign-in commands:',
  server: 'Server commands (require sign-in):',
  installation: 'Installation commands (on this machine):',
} as const;
