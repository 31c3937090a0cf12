/** What the window with the stream passes on to the others. */
type Passed<Message> =
  | { readonly kind: 'message'; readonly message: Message }
  /** The stream is open, although nothing arrived for a while. */
  | { readonly kind: 'alive' }
  /** A window that begins to follow requests the messages since a time. */
  | { readonly kind: 'begin'; readonly since: number };

interface Shared<Message> {
  /** Identifies what is followed, and for whom. */
  readonly name: string;
  readonly signal: AbortSignal;
  /** When the contents of this window were fetched, by `Date.now()`. */
  readonly since: number;
  /**
   * Follows the stream until the signal aborts; the messages since a time come first.
   *
   * @param first whether this window followed nothing before
   */
  readonly open: (since: number, pass: (message: Message) => void, first: boolean) => Promise<void>;
  /** Receives each message, in every window. */
  readonly receive: (message: Message) => void;
  /** Called when another window has the stream, whose messages this one receives from now on. */
  readonly onFollowing: () => void;
}

/** In ms: how long messages are kept for windows that begin to follow, and how often the others hear of the stream. */
const [keptFor, aliveEvery] = [60_000, 15_000];

/**
 * Follows a stream together with the other windows of this browser, until the signal aborts: browsers open six
 * connections to a server without HTTP/2, and a stream occupies one. The window that holds a lock opens the stream, and
 * passes on what arrives; when it closes or is hidden, another takes over. Where the browser has no locks, as without
 * https, each window opens a stream of its own.
 */
export async function followShared<Message>(shared: Shared<Message>): Promise<void> {
  const { name, signal, since, open, receive, onFollowing } = shared;
  if (!('locks' in navigator) || !('BroadcastChannel' in globalThis)) return open(since, receive, true);
  const channel = new BroadcastChannel(name);
  const post = (passed: Passed<Message>): void => channel.postMessage(passed);
  let heard = since;
  let kept: { readonly on: number; readonly message: Message }[] = [];
  let opened = false;
  channel.onmessage = ({ data }: MessageEvent<Passed<Message>>) => {
    if (data.kind !== 'begin') {
      heard = Date.now();
      if (data.kind === 'message') receive(data.message);
    } else if (opened) {
      // Windows that have received them already refetch once more.
      for (const { on, message } of kept) if (on >= data.since) post({ kind: 'message', message });
    }
  };
  const lead = async (first: boolean): Promise<void> => {
    opened = true;
    const alive = setInterval(() => post({ kind: 'alive' }), aliveEvery);
    try {
      await open(
        heard,
        (message) => {
          const now = Date.now();
          kept = [...kept.filter(({ on }) => now - on < keptFor), { on: now, message }];
          receive(message);
          post({ kind: 'message', message });
        },
        first,
      );
    } finally {
      clearInterval(alive);
    }
  };
  try {
    const led = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock && !signal.aborted) await lead(true);
      return lock !== null;
    });
    if (led || signal.aborted) return;
    onFollowing();
    post({ kind: 'begin', since });
    await navigator.locks.request(name, { signal }, () => lead(false));
  } catch (error) {
    // The wait for the lock ends with the signal.
    if (!signal.aborted) throw error;
  } finally {
    channel.close();
  }
}
