import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { productUrl } from './people.ts';

/** The reply of an endpoint of the authorization server. */
type Answer = Readonly<Record<string, string | number | undefined>>;

async function sendForm(path: string, form: Readonly<Record<string, string>>): Promise<Answer> {
  const reply = await fetch(productUrl() + path, { method: 'POST', body: new URLSearchParams(form) });
  return (await reply.json()) as Answer;
}

/** A device without a browser that needs to sign in a user. */
interface WaitingDevice {
  /** The code that it shows, `XXXX-XXXX`. */
  readonly userCode: string;
  /** Polls the token endpoint, and returns the reply. */
  poll(): Promise<Answer>;
}

/** Starts the sign-in of a device, as the command does. */
export async function startDevice(name: string): Promise<WaitingDevice> {
  const begun = await sendForm('/oauth/device', { client_id: 'keyhold', device_name: name });
  return {
    userCode: String(begun['user_code']),
    poll: () =>
      sendForm('/oauth/token', {
        grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
        client_id: 'keyhold',
        device_code: String(begun['device_code']),
      }),
  };
}

/** An application of the demo. */
export const demoApplication = { id: 'keyhold-viewer', name: 'Keyhold Viewer' };

/** The query with which an application opens the browser. */
export function authorizationQuery(
  redirect: string,
  challenge = 'a'.repeat(43),
  client: string = demoApplication.id,
): string {
  const parameters = {
    response_type: 'code',
    client_id: client,
    redirect_uri: redirect,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state: 'of this sign-in',
    device_name: 'Prepress 3',
  };
  return `${new URLSearchParams(parameters)}`;
}

/** Starts an application that waits at a port for the browser's redirect: the demo's or a registered one. */
export async function listen(client: string = demoApplication.id) {
  const arrived: URL[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    if (url.pathname === '/callback') arrived.push(url);
    if (url.pathname === '/frame') {
      response
        .setHeader('content-type', 'text/html')
        .end(`<h1>A game</h1><iframe src="${productUrl() + start}"></iframe>`);
      return;
    }
    response.setHeader('content-type', 'text/html').end('<title>Studio</title><h1>Back in the application</h1>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const redirect = `${origin}/callback`;
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const start = `/oauth/authorize?${authorizationQuery(redirect, challenge, client)}`;
  return {
    arrived,
    /** The address that the application opens in the browser. */
    start,
    /** A page that shows {@link start} in a frame. */
    frame: `${origin}/frame`,
    exchange: (code: string) =>
      sendForm('/oauth/token', {
        grant_type: 'authorization_code',
        client_id: client,
        code,
        redirect_uri: redirect,
        code_verifier: verifier,
      }),
    renew: (token: string) =>
      sendForm('/oauth/token', { grant_type: 'refresh_token', client_id: client, refresh_token: token }),
    close: () => server.close(),
  };
}
