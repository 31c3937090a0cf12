import { fetchCode } from '#ui/loading/fetch-code.ts';
import { createStore } from '#ui/store.ts';
import type { AuthInfo } from './auth-info.ts';
import { discard, seal, unseal, vaultEntry } from './vault.ts';

interface State {
  auth: AuthInfo | null;
  /** Whether the last session ended because its token expired. */
  expired: boolean;
}

/** The storage entry of the selected account. It is removed with the session, even if its own code is not loaded. */
export const selectionEntry = 'selectedAccount';

const store = createStore<State>({ auth: null, expired: false });
const current = (): AuthInfo | null => store.get().auth;
/** The call in flight that ends the session on the server. */
let ending: Promise<void> | null = null;

function set(next: State): void {
  if (next.auth?.user.rn !== current()?.user.rn) sessionStorage.removeItem(selectionEntry);
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
  if (localStorage.getItem(vaultEntry) !== stored) return;
  if (auth !== 'unreadable' && auth?.token !== current()?.token) set({ auth, expired: false });
}

/** Follows other tabs from now on. A page restored from the back/forward cache has missed the storage events. */
function followTabs(): void {
  let left: string | null = null;
  window.addEventListener('storage', ({ storageArea, key, newValue }) => {
    if (storageArea === localStorage && (key === null || key === vaultEntry)) void follow(newValue);
  });
  window.addEventListener('pagehide', () => {
    left = localStorage.getItem(vaultEntry);
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && localStorage.getItem(vaultEntry) !== left) void follow(localStorage.getItem(vaultEntry));
  });
}

/** Ends the session in every tab. */
function end({ expired = false }: { expired?: boolean } = {}): void {
  if (!current()) return;
  discard();
  set({ auth: null, expired });
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
    if (!auth) sessionStorage.removeItem(selectionEntry);
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
  /**
   * The token for a call, or null when nobody is signed in. A call waits for {@link endWith} to settle.
   *
   * @throws {DOMException} 'AbortError' when the session ended meanwhile.
   */
  async token(): Promise<string | null> {
    if (ending) {
      await ending;
      if (!current()) throw new DOMException('The session has ended.', 'AbortError');
    }
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
