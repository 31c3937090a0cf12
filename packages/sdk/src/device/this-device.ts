import { hostname, release, type, userInfo } from 'node:os';
import type { Device } from '../leases/consume-request.ts';
import { readMachineId } from './machine-id.ts';

let id: Promise<string> | null = null;

/** The id of this machine, which is read once in a run. */
export function machineId(): Promise<string> {
  id ??= readMachineId();
  return id;
}

/** The description of this machine. */
export async function describeDevice(): Promise<Device> {
  return {
    id: await machineId(),
    name: hostname(),
    os: `${type()} ${release()}`,
    user: userInfo().username,
    locale: Intl.DateTimeFormat().resolvedOptions().locale,
  };
}
