import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Account, accountIdOf, consumersOf, isServiceAccount, type License } from '@keyhold/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createDemoServer, type DemoServer } from '../test/demo-server.ts';
import { credentialsPath, type DemoCredential } from './credentials.ts';
import { seedDemo, startDemoDevices } from './demo.ts';
import { devicesPath, type FleetDevice, type FleetNode } from './devices.ts';

let server: DemoServer;
let root: string;
let accounts: Account[];
let devices: FleetDevice[];
let nodes: FleetNode[];

beforeAll(async () => {
  server = await createDemoServer();
  const log = vi.spyOn(console, 'log').mockReturnValue();
  await seedDemo(server.services, server.dataDirectory);
  log.mockRestore();
  const [first]: DemoCredential[] = JSON.parse(await readFile(credentialsPath(server.dataDirectory), 'utf8'));
  root = await server.signIn(first ?? { email: '', password: '' });
  accounts = await server.accounts(root);
  const members: (FleetDevice | FleetNode)[] = JSON.parse(await readFile(devicesPath(server.dataDirectory), 'utf8'));
  devices = members.filter((one): one is FleetDevice => !('token' in one));
  nodes = members.filter((one): one is FleetNode => 'token' in one);
});
afterAll(() => server.close());

/** Every license in use. */
async function inUse(): Promise<License[]> {
  const seen = await Promise.all(accounts.map(({ rn }) => server.look(root, accountIdOf(rn))));
  return seen.flatMap(({ licenses }) => licenses).filter((license) => license.state.user !== null);
}

it('the example devices take their seats over the network, and return them when they are closed', async () => {
  const running = startDemoDevices(server.services, server.configuration);
  try {
    const using = devices.filter(({ wait }) => !wait);
    await expect.poll(async () => (await inUse()).length, { interval: 300 }).toBe(using.length + nodes.length);
    const all = await inUse();
    const held = all.filter(({ pool }) => pool === null);
    const worked = all.filter(({ pool }) => pool !== null);
    expect(worked.map(({ state }) => [state['device-name'], state['client-version']]).sort()).toEqual([
      ['RENDER-01', '26.1'],
      ['RENDER-02', '26.1'],
    ]);
    expect(worked.every(({ state }) => isServiceAccount(String(state.user)))).toBe(true);
    expect(held.map(({ rn }) => rn).sort()).toEqual(using.map(({ license }) => license).sort());
    for (const { rn, state, policies } of held) {
      const own = using.find(({ license }) => license === rn);
      expect([state['device-name'], state['device-os'], state['device-locale'], state['client-version']]).toEqual([
        own?.device.name,
        own?.device.os,
        own?.device.locale,
        own?.client.version,
      ]);
      expect(consumersOf(policies).kind).not.toBe('No one');
    }
    const names = accounts.filter(({ rn }) => held.some((license) => accountIdOf(license.rn) === accountIdOf(rn)));
    expect(names.map(({ name }) => name)).toEqual(['Acme Print', 'Blue Harbour Media']);
    const [waiting] = devices.filter(({ wait }) => wait);
    const token = await server.signIn(waiting ?? { email: '', password: '' });
    const line = () =>
      server.get<{ items: { 'device-name': string }[] }>(token, `/license/v1/waiting?product=${waiting?.product}`);
    await expect
      .poll(async () => (await line()).items.map((one) => one['device-name']), { interval: 300 })
      .toEqual([waiting?.device.name]);
  } finally {
    await running.close();
  }
  expect(await inUse()).toEqual([]);
});

it('the example devices exit when the server is killed', async () => {
  const program = `
    import { startDemoDevices } from ${JSON.stringify(fileURLToPath(new URL('demo-devices.ts', import.meta.url)))};
    import { pino } from ${JSON.stringify(import.meta.resolve('pino'))};
    startDemoDevices({ log: pino({ level: 'silent' }) }, ${JSON.stringify(server.configuration)});
    setInterval(() => undefined, 60_000);`;
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'ignore' });
  await expect.poll(fleets, { interval: 200 }).toHaveLength(1);
  await expect.poll(async () => (await inUse()).length, { interval: 300 }).toBeGreaterThan(0);
  parent.kill('SIGKILL');
  await once(parent, 'exit');
  await expect.poll(fleets, { interval: 200 }).toEqual([]);
});

it('without a demo, no example device starts', async () => {
  const running = startDemoDevices(
    { log: pino({ level: 'silent' }) },
    { ...server.configuration, dataDirectory: `${server.dataDirectory}/elsewhere` },
  );
  await wait(0);
  await running.close();
  expect(await fleets()).toEqual([]);
});

/** The processes that run devices for this server. */
async function fleets(): Promise<string[]> {
  const pattern = `fleet\\.ts .*${devicesPath(server.dataDirectory)}`;
  const { stdout } = await promisify(execFile)('pgrep', ['-f', pattern]).catch((error: { stdout: string }) => error);
  return stdout.split('\n').filter(Boolean);
}
