import { type AddressInfo, createServer, type Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail as received. */
interface ReceivedMail {
  readonly recipients: readonly string[];
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Everything below the headers, decoded. */
  readonly body: string;
}

/** A mail server on a separate port. */
export interface TestMailServer {
  readonly url: string;
  readonly mails: readonly ReceivedMail[];
  stop(): Promise<void>;
}

/** Starts a mail server that accepts every mail by default, on a free port or the given one. */
export async function startMailServer(options: SMTPServerOptions = {}, at = 0): Promise<TestMailServer> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    onData(stream, session, callback) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const recipients = session.envelope.rcptTo.map((recipient) => recipient.address);
        mails.push({ recipients, ...readMail(Buffer.concat(parts).toString('latin1')) });
        callback();
      });
    },
    ...options,
  });
  // Some tests disconnect in the middle.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Starts a faulty mail server: the test defines how it handles a connection. */
export async function startBrokenMailServer(
  handle: (socket: Socket) => void,
): Promise<{ readonly url: string; readonly connections: number; stop(): Promise<void> }> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    handle(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    get connections() {
      return connections;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function readMail(raw: string): Pick<ReceivedMail, 'headers' | 'body'> {
  const end = raw.indexOf('\r\n\r\n');
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const body = raw
    .slice(end + 4)
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_match, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return { headers, body: Buffer.from(body, 'latin1').toString('utf8').replace(/\r\n/g, '\n') };
}
