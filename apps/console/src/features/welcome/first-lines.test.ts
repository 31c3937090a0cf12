import { expect, test } from 'vitest';
import { firstLines } from './first-lines.ts';

const readmes: Record<string, string> = import.meta.glob(
  ['../../../../../packages/sdk/README.md', '../../../../../sdks/python/README.md'],
  { query: '?raw', import: 'default', eager: true },
);

test('the lines name this installation, and use what the READMEs of the SDKs show', () => {
  const names = { address: 'https://licenses.acme.example', application: 'acme-desktop', product: 'acme-studio' };
  const lines = firstLines(names);
  const [typescript = '', python = ''] = Object.values(readmes);
  for (const text of Object.values(lines)) {
    for (const name of Object.values(names)) expect(text).toContain(name);
  }
  for (const used of [
    'createKeyhold',
    'keyhold.restore()',
    'keyhold.signIn({ open:',
    'keyhold.consume({',
    "on('released'",
  ]) {
    expect([typescript.includes(used), lines.typescript.includes(used)]).toEqual([true, true]);
  }
  for (const used of ['keyhold.Client(', 'client.consume(', 'lease.on("released"', 'lease.release()']) {
    expect([python.includes(used), lines.python.includes(used)]).toEqual([true, true]);
  }
});
