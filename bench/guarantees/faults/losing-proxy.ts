import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy in front of several servers that loses some of their replies. */
export interface LosingProxy {
  readonly url: string;
  /** Sets the fraction of the servers' chunks that are lost together with their connection, from 0 to 1. */
  lose(part: number): void;
  /** Cuts every connection, and returns how many there were. */
  cut(): number;
  /** The number of chunks lost so far. */
  readonly lost: number;
  close(): Promise<void>;
}

/** Starts a proxy; each connection goes to the next server that accepts it. */
export async function startLosingProxy(urls: readonly string[]): Promise<LosingProxy> {
  const ports = urls.map((url) => Number(new URL(url).port));
  const open = new Set<Socket>();
  let part = 0;
  let lost = 0;
  let turn = 0;

  const server = createServer((client) => {
    turn += 1;
    open.add(client);
    client.on('error', () => undefined);
    client.on('close', () => open.delete(client));
    join(client, turn, ports.length);
  });

  function join(client: Socket, which: number, left: number): void {
    if (left === 0) return void client.destroy();
    const upstream = connect(ports[which % ports.length] as number, '127.0.0.1');
    let joined = false;
    upstream.on('connect', () => {
      joined = true;
      client.pipe(upstream);
    });
    upstream.on('data', (piece: Buffer) => {
      if (Math.random() >= part) return void client.write(piece);
      lost += 1;
      client.destroy();
      upstream.destroy();
    });
    upstream.on('error', () => {
      if (joined) client.destroy();
      else join(client, which + 1, left - 1);
    });
    upstream.on('close', () => {
      if (joined) client.destroy();
    });
    client.on('close', () => upstream.destroy());
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lose: (next) => {
      part = next;
    },
    cut() {
      const { size } = open;
      for (const socket of open) socket.destroy();
      return size;
    },
    get lost() {
      return lost;
    },
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
