import { expect, test } from 'vitest';
import { machineId } from './machine.ts';
import { readMachineId, type System } from './machine-id.ts';

const none: System = { platform: 'linux', read: async () => '', run: async () => '', cards: async () => [] };
const linux = (installation: string, card: string): System => ({
  ...none,
  read: async (path) => (path === '/etc/machine-id' ? `${installation}\n` : ''),
  cards: async () => [card],
});
const mac = (board: string): System => ({
  ...none,
  platform: 'darwin',
  run: async () => `  "IOPlatformUUID" = "${board}"\n`,
});
const windows = (installation: string, board: string): System => ({
  ...none,
  platform: 'win32',
  run: async (program) =>
    program === 'reg' ? `HKEY\r\n    MachineGuid    REG_SZ    ${installation}\r\n` : `${board}\r\n`,
});

test.each([
  ['Linux', linux('a', '00:01'), linux('a', '00:02')],
  ['macOS', mac('A'), mac('B')],
  ['Windows', windows('a', 'A'), windows('a', 'B')],
])('a clone of the disk on other hardware has another id: %s', async (_platform, one, clone) => {
  expect(await readMachineId(one)).toBe(await readMachineId(one));
  expect(await readMachineId(one)).not.toBe(await readMachineId(clone));
});

test('two installations on the same hardware have two ids', async () => {
  expect(await readMachineId(linux('a', '00:01'))).not.toBe(await readMachineId(linux('b', '00:01')));
  expect(await readMachineId(windows('a', 'A'))).not.toBe(await readMachineId(windows('b', 'A')));
});

test('a system that shows nothing has an id, too', async () => {
  expect(await readMachineId(none)).toMatch(/^[0-9a-f]{32}$/);
});

test('the id of this machine is constant and hashed', async () => {
  expect(await machineId()).toMatch(/^[0-9a-f]{32}$/);
  expect(await machineId()).toBe(await machineId());
});
