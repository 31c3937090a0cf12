import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { folderFor, type Program, startProgram } from '../faults/programs.ts';
import { type Host, inside } from './hosts.ts';

/** A machine of the cluster: etcd, Patroni with its PostgreSQL, and pgBackRest. */
export interface Machine {
  readonly host: Host;
  /** Patroni's configuration file. */
  readonly configuration: string;
  /** pgBackRest's configuration file. */
  readonly backups: string;
  /** The folders of PostgreSQL's programs, of its data and of its socket. */
  readonly programs: string;
  readonly data: string;
  readonly sockets: string;
  readonly etcd: Service;
  readonly patroni: Service;
  readonly pgbackrest: Service;
  /** Replaces a text in the machine's configuration of Patroni and pgBackRest. */
  reconfigure(text: string, by: string): Promise<void>;
  /** Continues with another major version of PostgreSQL, in the root folder of another Debian. */
  moveTo(version: string, root: string): Promise<void>;
  /** Kills PostgreSQL's first process by SIGKILL. */
  killPostgres(): Promise<void>;
  /** The processes that receive the primary's WAL. */
  receivers(): Promise<readonly number[]>;
  /** Runs a program as the user `postgres` in the machine's network, and returns its output. */
  run(file: string, ...args: string[]): Promise<string>;
  /** What Patroni says of this machine; null while it does not answer. */
  state(): Promise<MachineState | null>;
}

/** A program that systemd would keep running. */
export interface Service {
  start(): void;
  kill(): Promise<void>;
  stop(): Promise<void>;
  running(): boolean;
}

/** The answer of Patroni's REST interface (`GET /patroni`), as far as it is used here. */
export interface MachineState {
  readonly role: string;
  readonly state: string;
  readonly timeline?: number;
  readonly sync_standby?: boolean;
}

const shipped = fileURLToPath(new URL('../../deploy/cluster', import.meta.url));
const run = promisify(execFile);

/** Writes the shipped configuration for a machine, and starts nothing yet. */
export async function prepareMachine(folder: string, host: Host, hosts: readonly Host[]): Promise<Machine> {
  const home = await folderFor(join(folder, host.name));
  await folderFor(join(home, 'socket'));
  let version = '15';
  const data = () => join(home, version, 'keyhold');
  const programs = () => `/usr/lib/postgresql/${version}/bin`;
  const settle = (text: string) => forMachine(text, home, host, hosts);
  for (const name of ['patroni.yml', 'pgbackrest.conf']) {
    await writeFile(join(home, name), settle(await shippedFile(name)), { mode: 0o644 });
  }
  const environment = { ...process.env, ...variables(settle(await shippedFile('etcd.env'))) };
  const service = (name: string, file: string, ...args: string[]): Service => {
    let program: Program | null = null;
    const end = async (signal: NodeJS.Signals) => {
      await program?.end(signal);
      program = null;
    };
    return {
      start() {
        if (program?.running()) return;
        // etcd remains the same.
        const command = inside(name === 'etcd' ? { ...host, root: undefined } : host, file, args);
        const settings = { ETCD_DATA_DIR: join(home, 'etcd'), PGBACKREST_CONFIG: join(home, 'pgbackrest.conf') };
        const log = join(home, `${name}.log`);
        program = startProgram(command.file, command.args, log, false, { ...environment, ...settings });
      },
      kill: () => end('SIGKILL'),
      stop: () => end('SIGTERM'),
      running: () => program?.running() ?? false,
    };
  };
  const psql = async (statement: string) => {
    const command = inside(host, 'psql', ['-At', '-c', statement]);
    return (await run(command.file, command.args, { env: { ...process.env, PGHOST: join(home, 'socket') } })).stdout;
  };
  const reconfigure = async (text: string, by: string) => {
    for (const name of ['patroni.yml', 'pgbackrest.conf']) {
      const file = join(home, name);
      await writeFile(file, (await readFile(file, 'utf8')).replaceAll(text, by));
    }
  };
  return {
    host,
    configuration: join(home, 'patroni.yml'),
    backups: join(home, 'pgbackrest.conf'),
    get programs() {
      return programs();
    },
    get data() {
      return data();
    },
    sockets: join(home, 'socket'),
    etcd: service('etcd', '/usr/bin/etcd'),
    patroni: service('patroni', '/usr/bin/patroni', join(home, 'patroni.yml')),
    pgbackrest: service('pgbackrest', '/usr/bin/pgbackrest', 'server'),
    reconfigure,
    async moveTo(next, root) {
      await reconfigure(`/${version}/`, `/${next}/`);
      host.root = root;
      version = next;
    },
    async killPostgres() {
      const [pid] = (await readFile(join(data(), 'postmaster.pid'), 'utf8')).split('\n');
      process.kill(Number(pid), 'SIGKILL');
    },
    async receivers() {
      const pids = await psql('select pid from pg_stat_wal_receiver');
      return pids.split('\n').filter(Boolean).map(Number);
    },
    async run(file, ...args) {
      const command = inside(host, file, args);
      const env = { ...process.env, PGBACKREST_CONFIG: join(home, 'pgbackrest.conf'), PGHOST: join(home, 'socket') };
      return (await run(command.file, command.args, { env, maxBuffer: 1 << 24 })).stdout;
    },
    state: () => stateOf(host),
  };
}

/** The state of a machine as others see it. */
async function stateOf(host: Host): Promise<MachineState | null> {
  const url = `http://${host.address}:8008/patroni`;
  return fetch(url, { signal: AbortSignal.timeout(1_000) })
    .then((reply) => reply.json() as Promise<MachineState>)
    .catch(() => null);
}

/** The machine that leads, waiting for one. */
export async function leader(machines: readonly Machine[], other?: Machine): Promise<Machine> {
  for (let left = 600; left > 0; left -= 1) {
    for (const machine of machines) {
      const state = machine === other ? null : await machine.state();
      if (state?.state === 'running' && ['master', 'primary'].includes(state.role)) return machine;
    }
    await sleep(200);
  }
  throw new Error('No machine leads after two minutes.');
}

/** Waits until one machine leads, the others follow it, and one of these is synchronous. */
export async function whole(machines: readonly Machine[]): Promise<void> {
  let states: readonly (MachineState | null)[] = [];
  for (let left = 600; left > 0; left -= 1) {
    states = await Promise.all(machines.map((machine) => machine.state()));
    const running = states.filter((state) => state?.state === 'running' || state?.state === 'streaming');
    const leads = states.filter((state) => ['master', 'primary'].includes(state?.role ?? ''));
    const timelines = new Set(running.map((state) => state?.timeline));
    const synchronous = states.some((state) => state?.sync_standby);
    if (running.length === machines.length && leads.length === 1 && timelines.size === 1 && synchronous) return;
    await sleep(200);
  }
  throw new Error(`The cluster is not whole after two minutes: ${JSON.stringify(states)}`);
}

/** What Patroni and PostgreSQL last complained about, and rewound, on each machine. */
export async function complaints(machines: readonly Machine[]): Promise<readonly string[]> {
  const last = async ({ host, configuration }: Machine) => {
    const log = await readFile(join(configuration, '..', 'patroni.log'), 'utf8');
    const lines = log.split('\n').filter((line) => /ERROR:|CRITICAL:|FATAL:|rewind|diverged/.test(line));
    return lines.slice(-10).map((line) => `${host.name}: ${line}`);
  };
  return (await Promise.all(machines.map(last))).flat();
}

/** Makes another machine the leader, as operations.md says. */
export async function switchOver(machines: readonly Machine[]): Promise<void> {
  const old = await leader(machines);
  const args = ['switchover', 'keyhold', '--master', old.host.name, '--force'];
  await old.run('patronictl', '-c', old.configuration, ...args);
  await leader(machines, old);
  await whole(machines);
}

/**
 * Restarts PostgreSQL and Patroni on each machine: on the replicas, and on the primary after a switchover.
 *
 * @param change happens to each machine while it is stopped
 */
export async function restartPatroni(
  machines: readonly Machine[],
  change: (machine: Machine) => Promise<void> = async () => undefined,
): Promise<void> {
  const first = await leader(machines);
  const restart = async (machine: Machine) => {
    await machine.patroni.stop();
    await change(machine);
    machine.patroni.start();
    await whole(machines);
  };
  for (const machine of machines) if (machine !== first) await restart(machine);
  await switchOver(machines);
  await restart(first);
}

async function shippedFile(name: string): Promise<string> {
  return readFile(join(shipped, name), 'utf8');
}

/** The shipped text with this machine's name, addresses and folders. */
function forMachine(text: string, home: string, host: Host, hosts: readonly Host[]): string {
  const [first, second, third] = hosts;
  const others = hosts.filter((other) => other !== host);
  const lists = /^.*(hosts:|ETCD_INITIAL_CLUSTER=).*$/;
  const addresses = (line: string) =>
    line
      .replaceAll('10.0.0.11', first?.address ?? '')
      .replaceAll('10.0.0.12', second?.address ?? '')
      .replaceAll('10.0.0.13', third?.address ?? '')
      .replaceAll('10.0.0.0/24', host.network);
  return text
    .split('\n')
    .map((line) =>
      lists.test(line)
        ? addresses(line)
        : addresses(
            line
              .replaceAll('10.0.0.11', host.address)
              .replaceAll('10.0.0.12', others[0]?.address ?? '')
              .replaceAll('10.0.0.13', others[1]?.address ?? '')
              .replaceAll('db-1', host.name),
          ),
    )
    .join('\n')
    .replace(/^pg([23])-host=.*$/gm, (_, number: string) => `pg${number}-host=${others[Number(number) - 2]?.address}`)
    .replace(/^pg([123])-path=.*$/gm, (_, number: string) => {
      const machine = number === '1' ? host.name : (others[Number(number) - 2]?.name ?? '');
      const folder = join(home, '..', machine);
      return `pg${number}-path=${join(folder, '15', 'keyhold')}\npg${number}-socket-path=${join(folder, 'socket')}`;
    })
    .replaceAll('/var/lib/postgresql/15/keyhold', join(home, '15', 'keyhold'))
    .replaceAll('/var/lib/postgresql/.patroni-pgpass', join(home, 'pgpass'))
    .replaceAll('/var/run/postgresql', join(home, 'socket'))
    .replaceAll('/var/lib/pgbackrest', join(home, '..', 'repository'))
    .replaceAll('/etc/pgbackrest/', `${join(home, '..', 'certificates')}/`)
    .replace(/^\[global\]$/m, `[global]\nlog-path=${home}\nlock-path=${join(home, 'lock')}\nspool-path=${home}`)
    .replace('wal_keep_size: 1GB', 'wal_keep_size: 64MB\n        shared_buffers: 128MB')
    .replace(/^(\s+)unix_socket_directories:.*$/m, (line, space: string) => `${line}\n${space}fsync: "on"`);
}

/** The variables of a file for systemd. */
function variables(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => /^[A-Z0-9_]+=/.test(line));
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}

/** Creates the authority and the certificate that all machines of the drill share, and the folder for backups. */
export async function prepareBackups(folder: string): Promise<void> {
  await folderFor(join(folder, 'repository'));
  const certificates = await folderFor(join(folder, 'certificates'));
  const file = (name: string) => join(certificates, name);
  await mkdir(certificates, { recursive: true });
  const subject = ['-subj', '/CN=keyhold'];
  const ca = ['-keyout', file('authority-key.pem'), '-out', file('authority.pem')];
  await run('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    ...ca,
    '-subj',
    '/CN=authority',
  ]);
  const request = ['-keyout', file('key.pem'), '-out', file('request.pem')];
  await run('openssl', ['req', '-newkey', 'rsa:2048', '-nodes', ...request, ...subject]);
  const addresses = 'subjectAltName=DNS:10.87.0.1,DNS:10.87.0.2,DNS:10.87.0.3';
  await writeFile(file('names'), `${addresses}\n`);
  const authority = ['-CA', file('authority.pem'), '-CAkey', file('authority-key.pem'), '-CAcreateserial'];
  const signed = ['-in', file('request.pem'), '-out', file('certificate.pem'), '-extfile', file('names'), '-days', '2'];
  await run('openssl', ['x509', '-req', ...signed, ...authority]);
  await run('chown', ['-R', 'postgres:postgres', certificates]);
  await run('chmod', ['600', file('key.pem')]);
}
