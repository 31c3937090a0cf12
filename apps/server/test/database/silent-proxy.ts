import { createConnection, createServer, type Socket } from 'node:net';
import pg from 'pg';

/** A proxy in front of a database that can become silent, like an interrupted network: neither side is notified. */
export interface SilentProxy {
  readonly connectionString: string;
  /** Open connections transmit nothing from now on; later ones work. */
  fallSilent(): void;
  close(): Promise<void>;
}

export async function openSilentProxy(connectionString: string): Promise<SilentProxy> {
  const { host, port, user, password, database } = new pg.Client({ connectionString });
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = host.startsWith('/') ? createConnection(`${host}/.s.PGSQL.${port}`) : createConnection(port, host);
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', () => undefined);
    }
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const who = [user, String(password)].map((part) => encodeURIComponent(part ?? '')).join(':');
  return {
    connectionString: `postgresql://${who}@127.0.0.1:${(server.address() as { port: number }).port}/${database}`,
    fallSilent() {
      for (const socket of open) socket.unpipe().pause();
    },
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
