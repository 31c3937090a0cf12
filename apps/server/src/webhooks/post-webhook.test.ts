import { once } from 'node:events';
import { createServer as createPlain } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo, createServer as createTcp, type Server } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { makeCertificate } from '../../test/certificate.ts';
import { postWebhook } from './post-webhook.ts';

let server: Server;
afterEach(() => server.close());

/** Posts to a server. */
async function tell(receiver: Server, scheme: 'http' | 'https' = 'https'): Promise<number> {
  server = receiver.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const request = { url: `${scheme}://127.0.0.1:${port}`, headers: {}, body: '{}', allowPrivate: true };
  return postWebhook(request, new AbortController().signal);
}

it('sends nothing to a host with an untrusted certificate', async () => {
  let told = false;
  const receiver = createServer(makeCertificate(), () => {
    told = true;
  });
  await expect(tell(receiver)).rejects.toMatchObject({
    failure: 'untrusted-certificate',
    message: 'The certificate of the host is not trusted.',
  });
  expect(told).toBe(false);
});

it('sends nothing to a host that does not speak https', async () => {
  await expect(tell(createPlain())).rejects.toMatchObject({
    failure: 'no-https',
    message: 'The host does not answer by https at this port.',
  });
});

it('returns the status of a host that switches protocols, which is no response', async () => {
  const receiver = createTcp((socket) => {
    socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n');
  });
  expect(await tell(receiver, 'http')).toBe(101);
});
