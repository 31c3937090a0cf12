import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from '../../../packages/sdk/src/time/clock.ts';
import { type LicenseServer, product, startLicenseServer } from '../../../packages/sdk/test/license-server.ts';
import { soon } from '../../../test/soon.ts';
import { startFleet } from './fleet.ts';

let server: LicenseServer;
let running: Program[];

beforeEach(async () => {
  server = await startLicenseServer(systemClock());
  running = [];
});
afterEach(async () => {
  for (const { child } of running) child.kill('SIGKILL');
  await server.stop();
});

interface Program {
  readonly child: ChildProcess;
  readonly lines: () => string;
  readonly exit: Promise<number | null>;
}

function start(file: string, options: readonly string[]): Program {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const child = spawn(process.execPath, [path, '--server', server.url, ...options], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let text = '';
  child.stdout?.on('data', (piece) => {
    text += piece;
  });
  child.stderr?.on('data', (piece) => {
    text += piece;
  });
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const program = { child, lines: () => text, exit };
  running.push(program);
  return program;
}

const says = (program: Program, sentence: string) =>
  vi.waitFor(() => expect(program.lines()).toContain(sentence), soon);
const fleetDevice = (id: string) => ({
  email: 'ada@acme.example',
  password: 'secret',
  client: { name: 'Studio', version: '26.1' },
  device: { id, name: `Desk ${id}`, os: 'Linux', user: 'ada', locale: 'en-GB' },
});

test('a fleet opens the studio on its devices, continues without refused ones, and exits with its parent process', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'keyhold-fleet-'));
  const file = join(folder, 'devices.json');
  await writeFile(file, JSON.stringify(['a', 'b'].map(fleetDevice)));
  const fleet = start('fleet.ts', ['--devices', file]);
  await says(fleet, 'Desk a: Studio 26.1 is open');
  await says(fleet, 'Desk b: Refused: no-seat.');
  fleet.child.kill('SIGTERM');
  expect(await fleet.exit).toBe(0);
  expect(server.seat.state).toBe('free');

  const orphan = start('fleet.ts', ['--devices', file]);
  await says(orphan, 'Desk a: Studio 26.1 is open');
  orphan.child.disconnect();
  expect(await orphan.exit).toBe(0);
  await rm(folder, { recursive: true });
});

test('a fleet retries a busy server after the requested delay, and can be stopped while it waits', async () => {
  const lines: string[] = [];
  server.mishap(/authorize/, 'busy', 'busy');
  const fleet = startFleet(server.url, [fleetDevice('a')], (line) => lines.push(line));
  await vi.waitFor(() => expect(lines.at(-1)).toContain('Studio 26.1 is open'), soon);
  const refused = 'Desk a: Refused: too-many-attempts.';
  expect(lines.slice(0, 2)).toEqual([refused, refused]);
  await fleet.stop();

  server.retryAfter = 3600;
  server.mishap(/authorize/, 'busy');
  const waiting = startFleet(server.url, [fleetDevice('a')], (line) => lines.push(line));
  await vi.waitFor(() => expect(lines.at(-1)).toBe(refused), soon);
  await waiting.stop();
  expect([server.seat.state, server.count(/authorize/)]).toEqual(['free', 4]);
});

test('a machine takes a license for each job with its token, gives it back in between, and when the fleet is stopped', async () => {
  const lines: string[] = [];
  const machine = {
    token: server.session,
    product,
    client: { name: 'Render Node', version: '26.1' },
    device: { id: 'n', name: 'Node', os: 'Linux', user: 'render', locale: 'en-GB' },
    job: { seconds: 0.05, restSeconds: 0.05 },
  };
  const fleet = startFleet(server.url, [machine], (line) => lines.push(line));
  await vi.waitFor(() => expect(lines).toContain('Node: Job 2 is over.'), soon);
  await fleet.stop();
  expect(lines.slice(0, 4)).toEqual([
    'Node: Job 1 has begun.',
    'Node: Job 1 is over.',
    'Node: Job 2 has begun.',
    'Node: Job 2 is over.',
  ]);
  expect([server.seat.state, server.count(/authorize/)]).toEqual(['free', 0]);

  lines.length = 0;
  const other = startFleet(server.url, [{ ...machine, job: { seconds: 3600, restSeconds: 0.05 } }], (line) =>
    lines.push(line),
  );
  // The seat is active before the machine has the reply.
  await vi.waitFor(() => expect(lines).toEqual(['Node: Job 1 has begun.']), soon);
  server.release('released', 'The farm is switched off.');
  // As one text, so that a failure shows every line.
  await vi.waitFor(() => expect(lines.join('\n')).toContain('Node: The farm is switched off.'), soon);
  await vi.waitFor(() => expect(lines.at(-1)).toBe('Node: Job 2 has begun.'), soon);
  await other.stop();
  expect(server.seat.state).toBe('free');
});
