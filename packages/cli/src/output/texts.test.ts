import { type AnyResource, resources, type Setting, textsSetBy } from '@keyhold/contract';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../program.ts';

/** The commands that set texts of a resource. The texts of other resources are set in the console. */
const commands: readonly (readonly [string, AnyResource, Setting])[] = [
  ['accounts create', resources.account, 'create'],
  ['accounts change', resources.account, 'update'],
  ['licenses issue', resources.license, 'create'],
  ['licenses change', resources.license, 'update'],
  ['pools create', resources.pool, 'create'],
  ['addon-licenses issue', resources.addonLicense, 'create'],
  ['addon-licenses change', resources.addonLicense, 'update'],
  ['service-accounts create', resources.serviceAccount, 'create'],
  ['products add', resources.product, 'create'],
  ['products change', resources.product, 'update'],
  ['addons add', resources.addon, 'create'],
  ['applications add', resources.application, 'create'],
  ['applications change', resources.application, 'update'],
];

function commandAt(path: string): Command {
  return path.split(' ').reduce<Command>((group, name) => {
    const found = group.commands.find((command) => command.name() === name);
    if (!found) throw new Error(`There is no command ${path}.`);
    return found;
  }, createProgram());
}

describe('The command', () => {
  it.each(commands)('%s sets every text of its resource', (path, one, set) => {
    const command = commandAt(path);
    const options = command.options.map(({ long }) => long?.slice(2));
    const settable = [...options, ...command.registeredArguments.map((argument) => argument.name())];
    expect(textsSetBy(one, set).filter((name) => !settable.includes(name))).toEqual([]);
  });
});
