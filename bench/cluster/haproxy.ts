import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePorts } from '../bed/free-ports.ts';
import { listening, type Program, programAt, startProgram } from '../faults/programs.ts';
import type { Host } from './hosts.ts';

/** HAProxy with the shipped configuration, on ports of this machine. */
export interface HaProxy {
  /** Leads to the primary, to the primary again, and to a replica. */
  readonly ports: readonly [primary: number, sessions: number, replica: number];
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const shipped = fileURLToPath(new URL('../../deploy/cluster/haproxy.cfg', import.meta.url));

/** Starts HAProxy before the machines of the cluster. */
export async function startHaProxy(folder: string, hosts: readonly Host[]): Promise<HaProxy> {
  await mkdir(folder, { recursive: true });
  const [primary = 0, sessions = 0, replica = 0] = await freePorts(3);
  const ports = [primary, sessions, replica] as const;
  const file = join(folder, 'haproxy.cfg');
  const addressed = hosts.reduce(
    (text, host, index) => text.replaceAll(`10.0.0.1${index + 1}`, host.address),
    await readFile(shipped, 'utf8'),
  );
  const text = ports.reduce(
    (before, port, index) => before.replace(`bind 127.0.0.1:500${index}`, `bind 127.0.0.1:${port}`),
    addressed,
  );
  await writeFile(file, text.replace('log /dev/log local0 warning', 'log stdout format raw local0 warning'));
  const path = programAt('haproxy', '/usr/sbin/haproxy');
  const start = () => startProgram(path, ['-db', '-f', file], join(folder, 'haproxy.log'), false);
  let program: Program = start();
  await listening(primary);
  return {
    ports,
    async restart() {
      await program.end('SIGTERM');
      program = start();
      await listening(primary);
    },
    stop: () => program.end('SIGTERM'),
  };
}
