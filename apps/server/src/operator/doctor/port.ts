import { createServer } from 'node:net';
import type pg from 'pg';
import { errorCode } from '../../error-code.ts';
import { addressOf, type Configuration } from '../../start/configuration.ts';
import { type Finding, good, warning, wrong } from './finding.ts';

/** Checks whether Keyhold listens at its address, or could. */
export async function checkPort({ host, port }: Pick<Configuration, 'host' | 'port'>): Promise<readonly Finding[]> {
  const code = await listenError(host, port);
  if (code === null) return [warning('port', `No server is running at ${host}:${port}; the port is free.`)];
  if (code === 'EACCES') {
    return [
      wrong('port', `This user cannot listen on port ${port}. Choose a port above 1023 with --port or KEYHOLD_PORT.`),
    ];
  }
  if (code !== 'EADDRINUSE') {
    return [wrong('port', `Cannot listen on ${host}:${port} (${code}). Correct --host or KEYHOLD_HOST.`)];
  }
  const address = addressOf({ host, port });
  const status = await readiness(address);
  if (status === null) {
    return [
      wrong(
        'port',
        `Port ${port} is in use by another program. Stop that program, or choose another port with --port or KEYHOLD_PORT.`,
      ),
    ];
  }
  if (status !== 200) {
    return [wrong('port', `Keyhold runs at ${address} but is not ready. For the reason, see ${address}/readyz`)];
  }
  return [good('port', `Keyhold runs at ${address} and is ready.`)];
}

function listenError(host: string, port: number): Promise<string | null> {
  return new Promise((done) => {
    const server = createServer();
    server.once('error', (error) => done(errorCode(error) ?? error.message));
    server.listen({ host, port, exclusive: true }, () => server.close(() => done(null)));
  });
}

/** Checks whether the Keyhold at the address uses this database. */
export async function checkRunningServer(
  client: pg.Client,
  { host, port }: Pick<Configuration, 'host' | 'port'>,
): Promise<readonly Finding[]> {
  const address = addressOf({ host, port });
  const { rows } = await client.query<{ provider: string }>(
    'select "provider-account-id" as provider from installation',
  );
  const answering = await providerThere(address).catch(() => null);
  if (!answering || answering === rows[0]?.provider) return [];
  return [
    wrong(
      'port',
      `The Keyhold at ${address} uses another database. Stop that server, or choose another port with --port or KEYHOLD_PORT.`,
    ),
  ];
}

/** Returns the provider account of the Keyhold at an address; null if another program answers. */
async function providerThere(address: string): Promise<string | null> {
  const config = await fetch(`${address}/console-config.json`, { signal: AbortSignal.timeout(5_000) });
  const body: unknown = await config.json();
  if (typeof body !== 'object' || body === null || !('provider-account-id' in body)) return null;
  return String(body['provider-account-id']);
}

/** Returns the status of /readyz; null if another program answers. */
async function readiness(address: string): Promise<number | null> {
  try {
    if ((await providerThere(address)) === null) return null;
    return (await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(5_000) })).status;
  } catch {
    // Another protocol, or no reply in time.
    return null;
  }
}
