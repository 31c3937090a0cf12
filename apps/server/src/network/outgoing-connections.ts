import { AsyncLocalStorage } from 'node:async_hooks';
import { Socket } from 'node:net';
import pg from 'pg';

/** A host and port, or the path of a socket of this machine. */
interface Target {
  readonly host?: string;
  readonly port?: number;
  readonly path?: string;
}

/** The work that may connect: of `network`, which has checked the target, or of the operator's mail server. */
const passage = new AsyncLocalStorage<{ readonly port?: number }>();

/** Runs work of this folder, which decides itself where it connects to. */
export function connecting<Result>(work: () => Result): Result {
  return passage.run({}, work);
}

/** Runs work that connects to the operator's mail server, whose library looks the host up itself. */
export function connectingToMailServer<Result>(smtpUrl: string, work: () => Result): Result {
  const { port, protocol } = new URL(smtpUrl);
  return passage.run({ port: Number(port) || (protocol === 'smtps:' ? 465 : 587) }, work);
}

/** The addresses that the operator has configured. */
interface Configured {
  readonly databases: readonly string[];
  /** The collector of traces. */
  readonly collector?: string | undefined;
}

/**
 * Refuses every connection of this process that neither goes through this folder nor to an address that the operator
 * has configured, whichever library opens it: `fetch`, `node:http`, `node:https`, `node:tls` and `node:net` all connect
 * by this method.
 *
 * @param refused is notified of each refusal
 * @returns a function that ends it
 */
export function guardConnections(configured: Configured, refused: (error: Error) => void): () => void {
  const allowed = new Set(targetsOf(configured).map(nameOf));
  const { connect } = Socket.prototype;
  Socket.prototype.connect = function guarded(this: Socket, ...given: unknown[]) {
    const target = targetOf(given);
    const passes = passage.getStore();
    if (passes ? passes.port === undefined || passes.port === target.port : allowed.has(nameOf(target))) {
      return Reflect.apply(connect, this, given) as Socket;
    }
    const error = Object.assign(new Error(`A connection to ${nameOf(target)} was refused: no setting allows it.`), {
      code: 'EACCES',
    });
    refused(error);
    // Like any other failure of a connection, it is reported later.
    process.nextTick(() => this.destroy(error));
    return this;
  } as typeof connect;
  return () => {
    Socket.prototype.connect = connect;
  };
}

function targetsOf({ databases, collector }: Configured): Target[] {
  const of = ({ host, port }: pg.Client) =>
    host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
  const servers = databases.map((connectionString) => of(new pg.Client({ connectionString })));
  if (collector === undefined) return servers;
  const { hostname, port, protocol } = new URL(collector);
  const host = hostname.replace(/^\[|\]$/g, '');
  return [...servers, { host, port: Number(port) || (protocol === 'https:' ? 443 : 80) }];
}

/** The target of `connect`: options, a path, or port and host; or all of these as the array that Node.js passes on. */
function targetOf(given: readonly unknown[]): Target {
  const [first, second] = Array.isArray(given[0]) ? given[0] : given;
  if (typeof first === 'object' && first !== null) {
    const { host = 'localhost', port, path } = first as { host?: unknown; port?: unknown; path?: unknown };
    return typeof path === 'string' && path !== '' ? { path } : { host: String(host), port: Number(port) };
  }
  if (typeof first === 'string' && Number.isNaN(Number(first))) return { path: first };
  return { host: typeof second === 'string' ? second : 'localhost', port: Number(first) };
}

function nameOf({ host = '', port, path }: Target): string {
  return path ?? `${host.toLowerCase()}:${port}`;
}
