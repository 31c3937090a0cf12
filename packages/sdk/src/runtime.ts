import type { AuthorizationServer, AuthorizationServerOptions } from './authorization-server.ts';
import type { KeyholdStore } from './store.ts';

/** An answer that the browser brought back, which waits for the page it is to show. */
export interface LoopbackAnswer {
  readonly parameters: URLSearchParams;
  /** Shows that the window can be closed; done when the browser has the page. */
  reply(signedIn: boolean): Promise<void>;
}

/** A listener at a free port of 127.0.0.1, to which the browser comes back (RFC 8252, section 7.3). */
export interface LoopbackListener {
  readonly redirectUri: string;
  /** The first request to `redirectUri`; whatever else comes is refused. */
  readonly answer: Promise<LoopbackAnswer>;
  close(): void;
}

/**
 * What needs more than a browser offers, by `#runtime`: Node.js and Electron's main process have all of it, a web page
 * only sentences that say so.
 */
export interface Runtime {
  readonly connectAuthorizationServer: (options: AuthorizationServerOptions) => AuthorizationServer;
  readonly listenOnLoopback: () => Promise<LoopbackListener>;
  /** What this device is called where the application does not say. */
  readonly deviceName: () => string;
  readonly openFileStore: (folder: string) => KeyholdStore;
}
