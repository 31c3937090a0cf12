import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Configuration } from '@keyhold/server/configuration';
import type { Services } from '@keyhold/server/services';
import type Provider from 'oidc-provider';
import { devicesPath } from '../devices.ts';
import { clientId, connect, findAccount } from './connection.ts';
import { pickPage } from './pages.ts';
import { providerPeople } from './people.ts';
import { createProvider } from './provider.ts';

const host = '127.0.0.1';
/** The number of ports after the console's that are tried before any free one. */
const tries = 20;

/**
 * Starts the identity provider of the demo on loopback, next to the console's port, and connects its account with it.
 * If that account was deleted, or the demo was not created from this data folder, nothing starts.
 */
export async function startIdentityProvider(
  services: Pick<Services, 'db' | 'installation' | 'log' | 'secrets'>,
  { port, dataDirectory }: Pick<Configuration, 'port' | 'dataDirectory'>,
): Promise<{ close(): Promise<void> }> {
  const account = existsSync(devicesPath(dataDirectory)) ? await findAccount(services) : null;
  if (account === null) return { close: async () => undefined };
  const server = createServer();
  const issuer = `http://${host}:${await listen(server, port)}`;
  const { publicUrl } = services.installation;
  const secret = randomBytes(32).toString('base64url');
  const provider = await createProvider(issuer, { id: clientId, secret, publicUrl });
  const handle = provider.callback();
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/pick/')) return void handle(request, response);
    pick(provider, publicUrl, request, response).catch((error: unknown) => {
      services.log.warn({ err: error }, "The demo's identity provider could not sign somebody in.");
      response.writeHead(400).end();
    });
  });
  await connect(services, account, issuer, secret).catch((error: unknown) => {
    // The rest of the demo works without it, for example if there is no key for secrets.
    services.log.warn({ err: error }, 'No account could be connected with the identity provider of the demo.');
  });
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Listens on the first free port after the console's; returns the port. */
async function listen(server: Server, port: number): Promise<number> {
  for (let next = port + 1; next <= Math.min(port + tries, 65_535); next += 1) {
    if (await tryPort(server, next)) return next;
  }
  await tryPort(server, 0);
  return (server.address() as AddressInfo).port;
}

function tryPort(server: Server, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException): void => {
      server.off('listening', listening);
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(false);
      else reject(error);
    };
    const listening = (): void => {
      server.off('error', failed);
      resolve(true);
    };
    server.once('error', failed);
    server.once('listening', listening);
    server.listen(port, host);
  });
}

/** Displays the users who can sign in, and signs in the selected one. */
async function pick(
  provider: Provider,
  publicUrl: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // Only the browser that began the sign-in has its cookie.
  await provider.interactionDetails(request, response);
  if (request.method !== 'POST') {
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; form-action 'self' ${new URL(publicUrl).origin}; frame-ancestors 'none'; base-uri 'none'`,
    });
    response.end(pickPage(providerPeople, request.url ?? ''));
    return;
  }
  const picked = new URLSearchParams(await text(request)).get('subject') ?? '';
  const known = providerPeople.some(({ subject }) => subject === picked);
  const result = known
    ? { login: { accountId: picked, remember: false } }
    : { error: 'access_denied', error_description: 'Nobody was picked.' };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}
