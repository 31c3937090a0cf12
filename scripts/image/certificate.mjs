import { createHash, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { command } from './command.mjs';

/**
 * Creates certificate.pem and key.pem for `localhost` in a folder.
 *
 * @param {string} folder
 * @returns {Promise<Record<string, string>>} the environment in which Node.js and the journeys trust it
 */
export async function makeCertificate(folder) {
  const file = join(folder, 'certificate.pem');
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  await command(
    'openssl',
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    '2',
    ...names,
    '-out',
    file,
    '-keyout',
    join(folder, 'key.pem'),
  );
  const key = new X509Certificate(readFileSync(file)).publicKey.export({ type: 'spki', format: 'der' });
  const hash = createHash('sha256').update(key).digest('base64');
  return { NODE_EXTRA_CA_CERTS: file, KEYHOLD_E2E_CERTIFICATE: hash };
}
