import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** A machine of its own in the network: a namespace with one cable to the switch. */
export interface Host {
  readonly name: string;
  readonly address: string;
  /** The network of all hosts, as CIDR. */
  readonly network: string;
  /** The root folder of another Debian in which its programs run from now on. */
  root?: string | undefined;
  /** Pulls the cable: neither side is notified. */
  cut(): Promise<void>;
  mend(): Promise<void>;
}

/** A network of machines, which this machine belongs to as well. */
export interface Hosts {
  /** This machine's address in it. */
  readonly here: string;
  readonly hosts: readonly Host[];
  close(): Promise<void>;
}

const network = '10.87.0.0/24';
const bridge = 'keyhold-drill';
const run = promisify(execFile);
const ip = (...args: string[]) => run('ip', args);

/** Connects so many machines by a switch. Requires root. */
export async function openHosts(count: number): Promise<Hosts> {
  await close(count);
  const here = '10.87.0.254';
  await ip('link', 'add', bridge, 'type', 'bridge');
  await ip('addr', 'add', `${here}/24`, 'dev', bridge);
  await ip('link', 'set', bridge, 'up');
  const hosts: Host[] = [];
  for (let number = 1; number <= count; number += 1) hosts.push(await openHost(number));
  return { here, hosts, close: () => close(count) };
}

async function openHost(number: number): Promise<Host> {
  const name = `db-${number}`;
  const address = `10.87.0.${number}`;
  const cable = `${bridge}-${number}`;
  await ip('netns', 'add', name);
  await ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
  await ip('link', 'set', cable, 'master', bridge, 'up');
  await ip('-n', name, 'addr', 'add', `${address}/24`, 'dev', 'eth0');
  await ip('-n', name, 'link', 'set', 'eth0', 'up');
  await ip('-n', name, 'link', 'set', 'lo', 'up');
  const set = async (state: 'up' | 'down') => {
    await ip('link', 'set', cable, state);
  };
  return { name, address, network, cut: () => set('down'), mend: () => set('up') };
}

async function close(count: number): Promise<void> {
  for (let number = 1; number <= count; number += 1) await ip('netns', 'del', `db-${number}`).catch(() => undefined);
  await ip('link', 'del', bridge).catch(() => undefined);
}

/** The command that runs a program as the user `postgres` on a host. */
export function inside({ name, root }: Host, file: string, args: readonly string[]): { file: string; args: string[] } {
  const user = ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups'];
  const place = root === undefined ? [] : ['chroot', root];
  return { file: 'ip', args: ['netns', 'exec', name, ...place, ...user, file, ...args] };
}
