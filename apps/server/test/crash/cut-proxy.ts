import { createConnection, createServer, type Socket } from 'node:net';
import pg from 'pg';

/** When a connection is cut: before a statement reaches the database, or after it was executed but before the reply. */
export type Moment = 'before' | 'after';

/** A proxy between a server and its database that cuts a connection at a chosen statement. */
interface CutProxy {
  /** The database's address through the proxy. */
  readonly connectionString: string;
  /** From now on counts statements on all connections, and cuts at the `at`th, if there are so many. */
  cutAt(at: number, moment: Moment): void;
  /** Stops counting, and returns the statements. */
  disarm(): readonly string[];
  close(): Promise<void>;
}

/** Types of messages in PostgreSQL's protocol. Statements with parameters are several messages each, up to a Sync. */
const query = 'Q';
const parse = 'P';
const bind = 'B';
const unfinished = ['P', 'B', 'D', 'E', 'C', 'H'];

/** Separates statements that are sent together. */
export const together = '\n;\n';

/**
 * Statements that belong to no change, because their timing varies: a new connection's settings, the listener's health
 * check, late announcements of earlier changes, and once a minute the server's check of its signing keys, after which
 * it reads the caller's session again.
 */
const ofTheServer =
  /^\s*set \w+ = |^select$|^select pg_notification_queue_usage|from "signing-keys"|as "session" on true/;

/** Starts a proxy in front of a database. */
export async function startCutProxy(connectionString: string): Promise<CutProxy> {
  const { host, port, user, password, database } = new pg.Client({ connectionString });
  const sockets = new Set<Socket>();
  let order: { readonly at: number; readonly moment: Moment } | null = null;
  let seen: string[] = [];

  const server = createServer((client) => {
    const upstream = host.startsWith('/') ? createConnection(`${host}/.s.PGSQL.${port}`) : createConnection(port, host);
    const both = [client, upstream];
    const end = () => {
      for (const socket of both) socket.destroy();
    };
    for (const socket of both) {
      sockets.add(socket);
      socket.on('error', end);
      socket.on('close', () => {
        sockets.delete(socket);
        end();
      });
    }
    let replies = true;
    upstream.on('data', (data) => {
      if (replies) client.write(data);
      else end();
    });
    onStatements(client, (statement, data) => {
      if (statement !== null && order && !ofTheServer.test(statement)) {
        seen.push(statement);
        if (seen.length === order.at) {
          if (order.moment === 'before') return end();
          replies = false;
        }
      }
      upstream.write(data);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address() as { port: number };
  const who = [user, String(password)].map((part) => encodeURIComponent(part ?? '')).join(':');

  return {
    connectionString: `postgresql://${who}@127.0.0.1:${address.port}/${database}`,
    cutAt: (at, moment) => {
      order = { at, moment };
      seen = [];
    },
    disarm: () => {
      order = null;
      return seen;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * Passes on the messages of a client: one statement, or several that are sent together.
 *
 * @param handle called with the texts of the statements and the bytes, or null and the bytes of anything else
 */
function onStatements(client: Socket, handle: (statements: string | null, data: Buffer) => void): void {
  let rest: Buffer = Buffer.alloc(0);
  let started = false;
  let held: Buffer[] = [];
  let texts: string[] = [];
  /** Prepared statements of the connection, by name. */
  const prepared = new Map<string, string>();
  client.on('data', (data: Buffer) => {
    rest = Buffer.concat([rest, data]);
    for (;;) {
      // The first message has no type; all others have one type byte before their length.
      const head = started ? 1 : 0;
      if (rest.length < head + 4) return;
      const length = head + rest.readUInt32BE(head);
      if (rest.length < length) return;
      const message = rest.subarray(0, length);
      rest = rest.subarray(length);
      const type = started ? String.fromCharCode(message[0] ?? 0) : '';
      started = true;
      const [one = '', other = ''] = message.toString('utf8', 5).split('\0');
      if (type === query) texts.push(one);
      if (type === parse) prepared.set(one, other);
      if (type === bind) texts.push(prepared.get(other) ?? '');
      held.push(message);
      if (unfinished.includes(type)) continue;
      handle(texts.length === 0 ? null : texts.join(together), Buffer.concat(held));
      held = [];
      texts = [];
    }
  });
}
