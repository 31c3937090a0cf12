import { type AnyResource, resources, textsWith } from '@keyhold/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOperatorTest, type OperatorTest } from '../../test/operator.ts';

// Covers every text that the contract's description of a resource names, including future ones.

let test: OperatorTest;
beforeAll(async () => {
  test = await createOperatorTest();
  await run('products', 'add', 'studio', 'Studio');
  await run('addons', 'add', 'colour', 'Colour');
});
afterAll(() => test.close());

async function run(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await test.run(test.people.root, ...args);
  expect([args.join(' '), code, stderr]).toEqual([args.join(' '), 0, '']);
  return stdout;
}

const kind = ['--account', 'Acme Print', '--type', 'Perpetual'];
const commands: readonly (readonly [string, AnyResource, readonly string[], readonly string[]])[] = [
  ['accounts', resources.account, ['create', 'Told by the command'], []],
  ['licenses', resources.license, ['issue', ...kind, '--product', 'studio', '--expiry', 'perpetual'], kind.slice(0, 2)],
  ['addon-licenses', resources.addonLicense, ['issue', ...kind, '--addon', 'colour'], kind.slice(0, 2)],
];

describe('the texts of a resource', () => {
  it.each(commands)('are set by the command and returned by its list: %s', async (group, one, create, list) => {
    const typed = Object.keys(one.create).filter((name) => name !== 'name');
    const texts = Object.fromEntries(typed.map((name, index) => [name, `said-${index}`]));
    await run(group, ...create, ...typed.flatMap((name) => [`--${name}`, texts[name] ?? '']));
    const [heads = '', ...lines] = (await run(group, 'list', ...list)).split('\n');
    const line = lines.find((text) => text.includes('said-0')) ?? '';
    for (const name of textsWith(one, 'listed')) {
      const start = heads.indexOf(name.replaceAll('-', ' ').toUpperCase());
      expect([name, line.slice(start).split(/ {2,}/)[0]?.trim()]).toEqual([name, texts[name]]);
    }
  });
});
