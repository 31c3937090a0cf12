import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A server that presents a certificate at the public address, like a proxy. */
export interface Presenter {
  readonly url: string;
  /** Presents a new certificate that expires in so many days. */
  present(days: number): Promise<void>;
  close(): Promise<void>;
}

/** Presents a certificate for 90 days at a port of this machine. */
export async function startPresenter(folder: string): Promise<Presenter> {
  const server = createServer(await makeCertificate(folder, 90));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    present: async (days) => server.setSecureContext(await makeCertificate(folder, days)),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function makeCertificate(folder: string, days: number): Promise<{ key: Buffer; cert: Buffer }> {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const kind = [
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-subj',
    '/CN=localhost',
  ];
  await promisify(execFile)('openssl', ['req', ...kind, '-days', String(days), '-keyout', key, '-out', cert]);
  return { key: await readFile(key), cert: await readFile(cert) };
}
