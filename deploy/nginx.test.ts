// The shipped configuration of nginx: to which host it redirects, and how it encrypts.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const configuration = readFileSync(join(import.meta.dirname, 'nginx/keyhold.conf'), 'utf8').replaceAll(
  /^\s*#.*$/gm,
  '',
);
const servers = configuration.split(/^server \{$/m).slice(1);

/** The values of a directive, in the order of the file. */
const values = (text: string, name: string) =>
  [...text.matchAll(new RegExp(`^\\s*${name}\\s+([^;]+);`, 'gm'))].map(([, value = '']) => value);

it('nginx redirects to its own name only, whatever host a request names', () => {
  const [plain = '', secure = ''] = servers;
  expect(values(plain, 'listen')).toEqual(['80']);
  expect(values(plain, 'return')).toEqual(['301 https://$server_name$request_uri']);
  const [name] = values(plain, 'server_name');
  expect(name).toMatch(/^[a-z.]+$/);
  expect(values(secure, 'server_name')).toEqual([name]);
});

it('nginx offers TLS 1.2 with forward secrecy and authenticated encryption only, and TLS 1.3', () => {
  expect(values(configuration, 'ssl_protocols')).toEqual(['TLSv1.2 TLSv1.3']);
  const [suites = ''] = values(configuration, 'ssl_ciphers');
  expect(suites.split(':').length).toBeGreaterThan(0);
  for (const suite of suites.split(':'))
    expect(suite).toMatch(/^ECDHE-(ECDSA|RSA)-(AES\d+-GCM-SHA\d+|CHACHA20-POLY1305)$/);
});

it.each(['nginx', 'container'])(
  'nginx in %s tries each node that it skips before it answers that none works',
  (folder) => {
    const text = readFileSync(join(import.meta.dirname, folder, 'keyhold-nodes.conf'), 'utf8');
    const nodes = [...text.matchAll(/^ *#? *server (\S+) ([^;]+);$/gm)].map(([, node, settings]) => ({
      node,
      settings,
    }));
    const named = (settings: string) => nodes.filter((one) => one.settings === settings).map(({ node }) => node);
    expect(named('max_fails=1 fail_timeout=2s').length).toBeGreaterThan(0);
    expect(named('backup max_fails=0')).toEqual(named('max_fails=1 fail_timeout=2s'));
  },
);
