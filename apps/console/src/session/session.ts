import { deviceStorage, tabStorage } from '#ui/browser-storage.ts';
import { fetchCode } from '#ui/loading/fetch-code.ts';
import { createStore } from '#ui/store.ts';
import type { AuthInfo } from './auth-info.ts';
import { discard, discardWork, seal, unseal, vaultEntry } from './vault.ts';

interface State {
  auth: AuthInfo | null;
  /**
   * Whether the token of the last session expired. With `auth`, the screen has unsaved input and stays until the user
   * signs in again or leaves.
   */
  expired: boolean;
}

/** The storage entry of the selected account. It is removed with the session, even if its own code is not loaded. */
export const selectionEntry = 'selectedAccount';

const store = createStore<State>({ auth: null, expired: false });
const current = (): AuthInfo | null => store.get().auth;
/** Whether a part of the page would lose unsaved input if it were left now. */
const keepers = new Set<() => boolean>();
/** The call in flight that ends the session on the server. */
let ending: Promise<void> | null = null;

function set(next: State): void {
  if (next.auth?.user.rn !== current()?.user.rn) tabStorage.removeItem(selectionEntry);
  store.set(next);
}

/** The stored session; null when there is none, and `unreadable` while the browser's database fails. */
async function read(): Promise<AuthInfo | null | 'unreadable'> {
  const text = await unseal().catch(() => undefined);
  if (text === undefined) return 'unreadable';
  if (text === null) return null;
  const { authInfoSchema } = await fetchCode(() => import('./auth-info.ts'));
  const kept = authInfoSchema.safeParse(JSON.parse(text));
  return kept.success ? kept.data : null;
}

/** Follows another tab that replaced or removed the stored session. */
async function follow(stored: string | null): Promise<void> {
  const auth = stored === null ? null : await read();
  // The stored session may have changed during the read, which another event reports.
  if (deviceStorage.getItem(vaultEntry) !== stored) return;
  // Another tab with the same expired token has removed it.
  if (auth === null && isKept()) return;
  if (auth !== 'unreadable' && auth?.token !== current()?.token) set({ auth, expired: false });
}

/** Follows other tabs from now on. A page restored from the back/forward cache has missed the storage events. */
function followTabs(): void {
  let left: string | null = null;
  window.addEventListener('storage', ({ storageArea, key, newValue }) => {
    if (storageArea === localStorage && (key === null || key === vaultEntry)) void follow(newValue);
  });
  window.addEventListener('pagehide', () => {
    left = deviceStorage.getItem(vaultEntry);
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && deviceStorage.getItem(vaultEntry) !== left) void follow(deviceStorage.getItem(vaultEntry));
  });
}

/** Whether the token has expired while the screen has unsaved input. */
function isKept(): boolean {
  const { auth, expired } = store.get();
  return auth !== null && expired;
}

/** Waits while the session is kept, and returns whether its user has signed in again. */
async function signedInAgain(): Promise<boolean> {
  const user = current()?.user.rn;
  while (isKept()) {
    await new Promise<void>((resolve) => {
      const stop = store.subscribe(() => {
        stop();
        resolve();
      });
    });
  }
  return user !== undefined && current()?.user.rn === user;
}

/** Ends the session in every tab; an expired one only once nothing of this tab's input would be lost. */
function end({ expired = false }: { expired?: boolean } = {}): void {
  const auth = current();
  if (!auth) return;
  if (expired && [...keepers].some((keeps) => keeps())) {
    if (!isKept()) store.set({ auth, expired });
    return;
  }
  discard();
  if (!expired) discardWork();
  set({ auth: null, expired });
}

function ended(): DOMException {
  return new DOMException('The session has ended.', 'AbortError');
}

/** The one session of this tab. Signing out in one tab signs the others out; so does signing in as another user. */
export const session = {
  /**
   * Reads the stored session, before anything is shown.
   *
   * @throws {Error} when the code that reads it cannot be fetched.
   */
  async restore(): Promise<void> {
    const stored = await read();
    // Other tabs may still use a session that cannot be read here.
    if (!stored) discard();
    const auth = stored === 'unreadable' ? null : stored;
    if (!auth) tabStorage.removeItem(selectionEntry);
    store.set({ auth, expired: false });
    followTabs();
  },
  state: store.get,
  current,
  subscribe: store.subscribe,
  /** Begins a session once it is stored, so that a page that is reloaded at once finds it again. */
  async begin(auth: AuthInfo): Promise<void> {
    await seal(JSON.stringify(auth)).catch((error: unknown) => {
      console.warn('The session could not be stored, and ends when this tab is closed.', error);
    });
    set({ auth, expired: false });
  },
  /** Whether the token has expired while the screen has unsaved input: the user can sign in again in place. */
  isKept,
  signedInAgain,
  /** Keeps the screen when the token expires while this returns true. Returns a function that withdraws it. */
  keepWhile(losesInput: () => boolean): () => void {
    keepers.add(losesInput);
    return () => void keepers.delete(losesInput);
  },
  /** Ends a kept session: the user leaves the screen and its unsaved input. */
  leave(): void {
    discard();
    set({ auth: null, expired: true });
  },
  /**
   * The token for a call, or null when nobody is signed in. A call waits for {@link endWith} to settle, and while the
   * session is kept.
   *
   * @throws {DOMException} 'AbortError' when the session ended meanwhile.
   */
  async token(): Promise<string | null> {
    const kept = isKept();
    if (ending) await ending;
    else if (kept && !(await signedInAgain())) throw ended();
    else if (!kept) return current()?.token ?? null;
    if (!current()) throw ended();
    return current()?.token ?? null;
  },
  end,
  /** Ends the session when the call that ends it on the server succeeds. */
  endWith(call: Promise<unknown>): Promise<void> {
    const ended = call.then(() => end());
    ending = ended
      .catch(() => undefined)
      .finally(() => {
        ending = null;
      });
    return ended;
  },
};
