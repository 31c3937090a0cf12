import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import { forgedClient } from './forging-issuer.ts';

/** The claims of each user, by their `sub`. */
export type People = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Starts a third-party OpenID Connect provider, with sign-in on its own pages. */
export async function startIdentityProvider(people: People, callback: string, logoutUri: () => string) {
  const port = await new Promise<number>((resolve) => {
    const probe = new Provider('http://127.0.0.1').listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
  const url = `http://127.0.0.1:${port}`;
  const provider = new Provider(url, {
    clients: [
      {
        client_id: forgedClient.id,
        client_secret: forgedClient.secret,
        redirect_uris: [callback],
        backchannel_logout_session_required: true,
        backchannel_logout_uri: logoutUri(),
      },
    ],
    claims: { openid: ['sub', 'sid'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    findAccount: async (_context, id) =>
      people[id] ? { accountId: id, claims: async () => ({ sub: id, ...people[id] }) } : undefined,
    cookies: { keys: ['a key of the tests'] },
    // The provider's own `fetch` refuses requests to this machine.
    fetch: (address, { method, headers, body } = {}) => fetch(address, { method, headers, body } as RequestInit),
    features: { devInteractions: { enabled: true }, backchannelLogout: { enabled: true } },
  });
  const server: Server = await new Promise((resolve) => {
    const listening = provider.listen(port, '127.0.0.1', () => resolve(listening));
  });
  return {
    url,
    /** Signs a user in on the provider's pages; returns the address to which it redirects the browser. */
    signIn: (address: string, who: string, cookies = new Map<string, string>()) => visit(url, address, who, cookies),
    /** Signs a user out there, like the provider's pages do. */
    async signOut(cookies: Map<string, string>): Promise<void> {
      const page = await fetchWith(cookies, `${url}/session/end`);
      const xsrf = /name="xsrf" value="([^"]+)"/.exec(await page.text())?.[1] ?? '';
      await fetchWith(cookies, `${url}/session/end/confirm`, { xsrf, logout: 'yes' });
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Fetches a page like a browser with cookies, or submits a form. */
async function fetchWith(cookies: Map<string, string>, address: string, form?: Record<string, string>) {
  const response = await fetch(address, {
    method: form ? 'POST' : 'GET',
    redirect: 'manual',
    headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    ...(form ? { body: new URLSearchParams(form) } : {}),
  });
  for (const line of response.headers.getSetCookie()) {
    const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s);
    if (value === '') cookies.delete(name);
    else cookies.set(name, value);
  }
  return response;
}

async function visit(url: string, address: string, who: string, cookies: Map<string, string>): Promise<string> {
  let next = address;
  for (let steps = 0; steps < 10; steps += 1) {
    const response = await fetchWith(cookies, next);
    const location = response.headers.get('location');
    if (location) {
      next = new URL(location, url).href;
      if (!next.startsWith(url)) return next;
      continue;
    }
    const page = await response.text();
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    if (!prompt) throw new Error(`The provider shows something else: ${page.slice(0, 300)}`);
    const form = { prompt, ...(prompt === 'login' ? { login: who, password: 'any' } : {}) };
    const sent = await fetchWith(cookies, next, form);
    next = new URL(sent.headers.get('location') ?? '', url).href;
  }
  throw new Error('The provider sends the browser round and round.');
}
