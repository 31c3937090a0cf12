import {
  type ConsumableLicense,
  type ConsumeRequest,
  KeyholdError,
  type Lease,
  type PlaceInLine,
  RefusedError,
} from '../src/index.ts';

/** The request of the command `consume`. */
export function requestOf(
  // biome-ignore lint/suspicious/noExplicitAny: each command has fields of its own, which the bed writes
  command: { readonly [field: string]: any },
  client: { readonly leaving: AbortController; readonly fails: boolean },
  onPlace: (place: PlaceInLine) => void,
): ConsumeRequest {
  const { product, device, license, 'released-on': releasedOn, 'max-seconds': maxSeconds } = command;
  const { signal } = client.leaving;
  const idle = () => {
    if (client.fails) throw new Error('The function fails.');
    return command['idle-ms'];
  };
  const application = { name: 'Studio', version: '26.1', ...(releasedOn ? { releasedOn } : {}) };
  return {
    ...{ product, device, client: application, signal, onPlace },
    ...(license ? { license } : {}),
    ...(maxSeconds ? { maxSeconds } : {}),
    ...(command['wait'] ? { wait: true } : {}),
    ...(command['take-over'] ? { takeOver: true } : {}),
    ...('idle-ms' in command || client.fails ? { idleMs: idle } : {}),
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

/** The reply to `consumable`, in the words of the protocol. */
export const listed = (licenses: readonly ConsumableLicense[]) =>
  licenses.map(({ heldByMe, ...license }) => ({ ...license, 'held-by-me': heldByMe }));

/** The reply to a command that failed. */
export function failureOf(error: unknown): object {
  const held = error instanceof RefusedError ? error.heldByMe.map(({ deviceName }) => deviceName) : [];
  return { error: error instanceof KeyholdError ? error.code : String(error), 'held-by-me': held };
}
