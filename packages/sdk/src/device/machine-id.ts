import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile, realpath } from 'node:fs/promises';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The reads of the system; tests replace them. */
export interface System {
  readonly platform: string;
  /** The content of a file, or nothing when it cannot be read. */
  readonly read: (path: string) => Promise<string>;
  /** The output of a program, or nothing when it fails. */
  readonly run: (program: string, options: readonly string[]) => Promise<string>;
  /** The addresses of the network cards that are built into the machine. */
  readonly cards: () => Promise<readonly string[]>;
}

const run = promisify(execFile);
/** The time limit of a program, in milliseconds. */
const patience = 5000;

const thisSystem: System = {
  platform: process.platform,
  read: (path) => readFile(path, 'utf8').catch(() => ''),
  run: async (program, options) =>
    run(program, [...options], { timeout: patience, windowsHide: true }).then(
      ({ stdout }) => stdout,
      () => '',
    ),
  cards: builtInCards,
};

/**
 * The id of this machine, the same in every run and for every user of it. Besides the id of the installation it covers
 * what the system shows of the hardware, so that a clone of the disk in another machine has another one: on Linux the
 * built-in network cards, on macOS and Windows the UUID of the board. It is hashed, and says nothing about the machine.
 */
export async function readMachineId(system: System = thisSystem): Promise<string> {
  const parts = (await partsOf(system)).map((part) => part.trim());
  // A container or a stripped system may have no id: the name of the machine and of the user is the best there is.
  const known = parts.some((part) => part !== '') ? parts : [hostname(), userInfo().username];
  return createHash('sha256')
    .update(['keyhold', ...known].join('\n'))
    .digest('hex')
    .slice(0, 32);
}

async function partsOf({ platform, read, run, cards }: System): Promise<string[]> {
  if (platform === 'darwin') {
    const text = await run('ioreg', ['-rd1', '-c', 'IOPlatformExpertDevice']);
    return [/"IOPlatformUUID" = "([^"]+)"/.exec(text)?.[1] ?? ''];
  }
  if (platform === 'win32') {
    const key = 'HKLM\\SOFTWARE\\Microsoft\\Cryptography';
    const installation = await run('reg', ['query', key, '/v', 'MachineGuid', '/reg:64']);
    const board = await run('powershell', [
      '-NoProfile',
      '-Command',
      '(Get-CimInstance Win32_ComputerSystemProduct).UUID',
    ]);
    return [/MachineGuid\s+REG_SZ\s+(\S+)/.exec(installation)?.[1] ?? '', board];
  }
  const installation = (await read('/etc/machine-id')) || (await read('/var/lib/dbus/machine-id'));
  return [installation, ...(await cards())];
}

/** Only cards on the board's own bus, with the address that they were made with: docks and virtual cards come and go. */
async function builtInCards(): Promise<string[]> {
  const folder = '/sys/class/net';
  const read = (name: string, file: string) => readFile(join(folder, name, file), 'utf8').catch(() => '');
  const found = await Promise.all(
    (await readdir(folder).catch(() => [])).map(async (name) => {
      const bus = await realpath(join(folder, name, 'device')).catch(() => '');
      const isBuiltIn = bus !== '' && !bus.includes('/usb') && (await read(name, 'addr_assign_type')).trim() === '0';
      return isBuiltIn ? (await read(name, 'address')).trim() : '';
    }),
  );
  return found.filter((address) => address !== '').sort();
}
