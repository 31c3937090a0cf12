import { execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listening } from '../../bench/faults/programs.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The steps of docs/operations.md, on a copy of the system's nginx that only this namespace sees. */
const steps = `
cp -a /etc/nginx "$1/nginx"
rm -f "$1/nginx/conf.d/"*
mount --bind "$1/nginx" /etc/nginx
mount -t tmpfs tmpfs /run
mount -t tmpfs tmpfs /var/log/nginx
install -d -m 700 /etc/nginx/keyhold
cp "$1/certificate.pem" "$1/key.pem" /etc/nginx/keyhold
rm -f /etc/nginx/sites-enabled/default
cp deploy/nginx/keyhold.conf deploy/nginx/keyhold-nodes.conf /etc/nginx/conf.d/
nginx -t -q
`;

/** Starts the system's nginx with deploy/nginx as it is, and the certificate of a folder. */
export async function startProxy(folder: string): Promise<void> {
  execFileSync('sh', ['-euc', steps, 'sh', folder], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  spawn('nginx', ['-g', 'daemon off;'], { stdio: 'inherit' });
  await listening(443);
}

/** Checks the replies that nginx itself determines. */
export async function checkProxy(url: string): Promise<string> {
  const plain = await fetch(url.replace('https:', 'http:'), { redirect: 'manual' });
  const page = await fetch(url);
  const metrics = await fetch(join(url, 'metrics'));
  const said = {
    'http leads to': plain.headers.get('location'),
    'https answers': page.status,
    'strict-transport-security': page.headers.get('strict-transport-security'),
    '/metrics': metrics.status,
  };
  return Object.entries(said)
    .map(([what, value]) => `${what} ${value}`)
    .join(', ');
}
