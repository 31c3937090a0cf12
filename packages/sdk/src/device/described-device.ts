import { runtime } from '#runtime';
import type { ConsumeRequest, Device } from '../leases/consume-request.ts';

/** The device of a request; what the application left out describes this machine. */
export async function describedDevice({ device }: ConsumeRequest): Promise<Device> {
  const { id, name, os, user, locale } = device ?? {};
  const isWhole =
    id !== undefined && name !== undefined && os !== undefined && user !== undefined && locale !== undefined;
  return isWhole ? { id, name, os, user, locale } : { ...(await runtime.describeDevice()), ...device };
}
