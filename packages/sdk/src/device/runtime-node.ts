import { hostname } from 'node:os';
import { connectAuthorizationServer } from '../session/authorization-server.ts';
import { openFileStore } from './file-store-node.ts';
import { listenOnLoopback } from './loopback-listener.ts';
import type { Runtime } from './runtime.ts';
import { describeDevice, machineId } from './this-device.ts';

export const runtime: Runtime = {
  connectAuthorizationServer,
  listenOnLoopback,
  deviceName: hostname,
  machineId,
  describeDevice,
  openFileStore,
};
