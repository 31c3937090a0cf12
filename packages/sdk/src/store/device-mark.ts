import type { KeyholdStore } from './store.ts';

/**
 * The cookie by which the server recognizes an application that has signed in with a password before: guesses of
 * strangers do not stop it. In a web page the browser keeps the cookie itself, and shows it to no script.
 */
export interface DeviceMark {
  /** The `Cookie` header to send; null when there is none. */
  get(): Promise<string | null>;
  /** Keeps the mark of a reply, if it has one. */
  keep(headers: Headers): Promise<void>;
}

const pattern = /^(?:__Host-)?keyhold-device=[\w-]+/;

/** Keeps the mark of one server in the application's store, under a name. */
export function createDeviceMark(store: KeyholdStore, name: string): DeviceMark {
  return {
    async get() {
      const kept = await store.get(name);
      return kept === null ? null : (pattern.exec(kept)?.[0] ?? null);
    },
    async keep(headers) {
      // Older browsers have no such method, and keep the cookie themselves.
      const cookies = 'getSetCookie' in headers ? headers.getSetCookie() : [];
      const mark = cookies.find((cookie) => pattern.test(cookie));
      const kept = mark === undefined ? null : (pattern.exec(mark)?.[0] ?? null);
      // The user is signed in also when the disk is full: only the next sign-in is without a mark.
      if (kept !== null) await Promise.resolve(store.set(name, kept)).catch(() => undefined);
    },
  };
}
