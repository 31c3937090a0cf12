import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { listening, programAt, startProgram } from './programs.ts';

/** nginx in front of several servers. */
export interface Nginx {
  readonly url: string;
  /** Sends requests to these servers from now on; requests in flight complete. */
  balance(ports: readonly number[]): Promise<void>;
  stop(): Promise<void>;
}

const shipped = fileURLToPath(new URL('../../deploy/nginx', import.meta.url));

/** How long nginx takes to reload its configuration, in milliseconds. */
const reloadTime = 500;

export async function startNginx(folder: string, port: number, servers: readonly number[]): Promise<Nginx> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'nginx.conf');
  await writeFile(file, await configuration(folder, port, servers));
  const path = programAt('nginx', '/usr/sbin/nginx', '/usr/bin/nginx');
  const program = startProgram(path, ['-c', file, '-e', join(folder, 'error.log')], join(folder, 'output.log'), false);
  await listening(port);
  return {
    url: `http://127.0.0.1:${port}`,
    async balance(ports) {
      await writeFile(file, await configuration(folder, port, ports));
      process.kill(program.pid, 'SIGHUP');
      await sleep(reloadTime);
    },
    stop: () => program.end('SIGTERM'),
  };
}

/** The shipped configuration, on a port of this machine and without TLS. */
async function configuration(folder: string, port: number, servers: readonly number[]): Promise<string> {
  const [nodes, site] = await Promise.all(
    ['keyhold-nodes.conf', 'keyhold.conf'].map((name) => readFile(join(shipped, name), 'utf8')),
  );
  const upstream = String(nodes).replace(/^\s*server .*;$/gm, (line) =>
    servers.map((server) => line.replace('8080', String(server))).join('\n'),
  );
  const plain = String(site)
    // The first server only redirects to the server with TLS.
    .replace(/^server \{.*?^\}$/ms, '')
    .replace(/^\s*(ssl_.*|add_header Strict-Transport-Security .*);$/gm, '')
    .replace(/listen 443 .*;/, `listen 127.0.0.1:${port};`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `
daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log warn;
events { worker_connections 1024; }
http {
  access_log off;
  ${temporary.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')}
  ${upstream}
  ${plain}
}
`;
}
