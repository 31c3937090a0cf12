import type { ConsumeRequest, Lease, PlaceInLine } from '../src/index.ts';

/** The request of the command `consume`. */
export function requestOf(
  // biome-ignore lint/suspicious/noExplicitAny: each command has fields of its own, which the bed writes
  command: { readonly [field: string]: any },
  signal: AbortSignal,
  onPlace: (place: PlaceInLine) => void,
): ConsumeRequest {
  const { product, device, license, 'released-on': releasedOn, 'max-seconds': maxSeconds } = command;
  const client = { name: 'Studio', version: '26.1', ...(releasedOn ? { releasedOn } : {}) };
  return {
    ...{ product, device, client, signal, onPlace },
    ...(license ? { license } : {}),
    ...(maxSeconds ? { maxSeconds } : {}),
    ...(command['wait'] ? { wait: true } : {}),
    ...(command['take-over'] ? { takeOver: true } : {}),
    ...('idle-ms' in command ? { idleMs: () => command['idle-ms'] } : {}),
  };
}

/** The reply to it, and to `state`. */
export const shown = ({ license, epoch, standing, entitled, addons }: Lease) => ({
  license,
  epoch,
  standing,
  entitled,
  addons,
});
