import type { Device } from '../leases/consume-request.ts';
import type { AuthorizationServer, AuthorizationServerOptions } from '../session/authorization-server.ts';
import type { KeyholdStore } from '../store/store.ts';

/** An authorization response from the browser, which waits for the page to show. */
export interface LoopbackAnswer {
  readonly parameters: URLSearchParams;
  /** Shows that the window can be closed; resolves when the browser has the page. */
  reply(signedIn: boolean): Promise<void>;
}

/** A listener on a free port of 127.0.0.1, to which the browser is redirected (RFC 8252, section 7.3). */
export interface LoopbackListener {
  readonly redirectUri: string;
  /** The first request to `redirectUri`; all others are refused. */
  readonly answer: Promise<LoopbackAnswer>;
  close(): void;
}

/**
 * Features that need more than a browser offers, selected by `#runtime`. Node.js and Electron's main process have all
 * of them; in a web page all but `deviceName` throw errors.
 */
export interface Runtime {
  readonly connectAuthorizationServer: (options: AuthorizationServerOptions) => AuthorizationServer;
  readonly listenOnLoopback: () => Promise<LoopbackListener>;
  /** The default name of this device. */
  readonly deviceName: () => string;
  /** The id of this machine. */
  readonly machineId: () => Promise<string>;
  /** The description of this machine. */
  readonly describeDevice: () => Promise<Device>;
  readonly openFileStore: (folder: string) => KeyholdStore;
}
