import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createPlain } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readCertificateEnd } from './read-certificate-end.ts';

const folder = mkdtempSync(join(tmpdir(), 'keyhold-certificate-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('reads when the certificate ends that an address presents, trusted or not', async () => {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const options = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '5'];
  execFileSync('openssl', [...options, '-subj', '/CN=localhost', '-keyout', key, '-out', cert], { stdio: 'ignore' });
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const days = ((await readCertificateEnd(`https://127.0.0.1:${port}`))?.getTime() ?? 0) - Date.now();
  expect(days / 86_400_000).toBeGreaterThan(4.9);
  expect(days / 86_400_000).toBeLessThan(5.1);
  server.close();
  await once(server, 'close');
  await expect(readCertificateEnd(`https://127.0.0.1:${port}`)).rejects.toThrow();
});

it('reads none where there is none', async () => {
  expect(await readCertificateEnd('http://localhost:8080')).toBeNull();
  const plain = createPlain().listen(0, '127.0.0.1');
  await once(plain, 'listening');
  await expect(readCertificateEnd(`https://127.0.0.1:${(plain.address() as AddressInfo).port}`)).rejects.toThrow();
  plain.close();
});
