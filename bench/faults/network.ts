import { createConnection, createServer, type Socket } from 'node:net';

/** A connection between two programs that can be cut without either being notified, as by a broken cable. */
export interface Network {
  readonly port: number;
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

/** Opens a connection to a port of this machine. */
export async function openNetwork(to: number): Promise<Network> {
  const sockets = new Set<Socket>();
  let whole = true;
  const server = createServer((client) => {
    const upstream = createConnection(to, '127.0.0.1');
    const pair = [client, upstream] as const;
    for (const [index, socket] of pair.entries()) {
      const other = pair[1 - index] as Socket;
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('data', (data) => {
        if (!other.write(data)) socket.pause();
      });
      socket.on('drain', () => {
        if (whole) other.resume();
      });
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    if (!whole) for (const socket of pair) socket.pause();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as { port: number }).port,
    cut() {
      whole = false;
      for (const socket of sockets) socket.pause();
    },
    mend() {
      whole = true;
      for (const socket of sockets) socket.resume();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
