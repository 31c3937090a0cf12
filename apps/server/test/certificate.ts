import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Creates a self-signed certificate for localhost that expires in five days, and its key.
 *
 * @param extensions in the form of OpenSSL
 */
export function makeCertificate(...extensions: readonly string[]): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'keyhold-certificate-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const options = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '5',
  ].concat(extensions.flatMap((extension) => ['-addext', extension]));
  try {
    execFileSync('openssl', [...options, '-subj', '/CN=localhost', '-keyout', key, '-out', cert], { stdio: 'ignore' });
    return { key: readFileSync(key), cert: readFileSync(cert) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
