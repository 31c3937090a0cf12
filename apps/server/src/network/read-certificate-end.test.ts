import { once } from 'node:events';
import { createServer as createPlain } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { makeCertificate } from '../../test/certificate.ts';
import { readCertificateEnd } from './read-certificate-end.ts';

it('reads the expiry of the certificate of an address, trusted or not', async () => {
  const server = createServer(makeCertificate()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const days = ((await readCertificateEnd(`https://127.0.0.1:${port}`))?.getTime() ?? 0) - Date.now();
  expect(days / 86_400_000).toBeGreaterThan(4.9);
  expect(days / 86_400_000).toBeLessThan(5.1);
  server.close();
  await once(server, 'close');
  await expect(readCertificateEnd(`https://127.0.0.1:${port}`)).rejects.toThrow();
});

it('returns null for an http address and rejects a host without a certificate', async () => {
  expect(await readCertificateEnd('http://localhost:8080')).toBeNull();
  const plain = createPlain().listen(0, '127.0.0.1');
  await once(plain, 'listening');
  await expect(readCertificateEnd(`https://127.0.0.1:${(plain.address() as AddressInfo).port}`)).rejects.toThrow();
  plain.close();
});
