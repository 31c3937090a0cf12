/** A change of this page whose requests are in flight. */
interface OwnChange {
  /** The ids that the server gave to its requests. */
  readonly requests: string[];
  /** Whether no other change was in flight meanwhile: only then its requests are known. */
  alone: boolean;
}

const inFlight = new Set<OwnChange>();

/** By request id, the kinds that the page refetches itself after its own change. */
const refetched = new Map<string, ReadonlySet<string>>();

/** Announcements of a change arrive within moments of its reply, so that a few requests are enough. */
const maxRequests = 200;

/** Sends a change, after which the caller refetches what shows these kinds, also if it fails. */
export async function asOwnChange<Output>(
  kinds: readonly string[] | ReadonlySet<string>,
  send: () => Promise<Output>,
): Promise<Output> {
  const change: OwnChange = { requests: [], alone: inFlight.size === 0 };
  for (const other of inFlight) other.alone = false;
  inFlight.add(change);
  try {
    return await send();
  } finally {
    inFlight.delete(change);
    if (change.alone) for (const request of change.requests) refetched.set(request, new Set(kinds));
    for (const request of refetched.keys()) if (refetched.size > maxRequests) refetched.delete(request);
  }
}

/** Notes the id of a request that changed something on the server. */
export function noteRequest(id: string): void {
  for (const change of inFlight) change.requests.push(id);
}

/** Whether a change of this page is in flight, whose announcement may arrive before its reply. */
export function isChanging(): boolean {
  return inFlight.size > 0;
}

/** Whether the page itself refetches what shows a kind, after the change that this request made. */
export function refetchesItself(request: string | null, kind: string): boolean {
  return request !== null && refetched.get(request)?.has(kind) === true;
}
