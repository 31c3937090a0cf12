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

it.each([
  ['that switches protocols, which is no response', 101, 'Connection: Upgrade\r\nUpgrade: other'],
  ['that sends more', 200, 'Content-Length: 1000000'],
])('returns the status of a host %s, and closes the connection', async (_what, status, headers) => {
  const closed = Promise.withResolvers<void>();
  const receiver = createTcp((socket) => {
    // A reset closes it, too.
    socket.on('error', () => undefined).on('close', () => closed.resolve());
    socket.resume().write(`HTTP/1.1 ${status} Status\r\n${headers}\r\n\r\n`);
  });
  expect(await tell(receiver, 'http')).toBe(status);
  await closed.promise;
});
