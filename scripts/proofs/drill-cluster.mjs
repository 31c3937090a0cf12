// `npm run drill:cluster`: three machines under Patroni fail over, as root on Debian, while clients work.
import { join } from 'node:path';
import { ensurePrograms } from '../installation/debian.mjs';
import { ensureDependencies } from '../installation/install.mjs';
import { run } from '../processes/children.mjs';
import { endWithNpm } from '../processes/parent.mjs';
import { currentNode, root, runScript, toolEnvironment } from '../processes/workspace.mjs';

endWithNpm();
await runScript(async () => {
  await ensureDependencies();
  await ensurePrograms({
    '/usr/bin/patroni': 'patroni',
    '/usr/bin/etcd': 'etcd-server',
    '/usr/sbin/haproxy': 'haproxy',
    '/usr/bin/pgbackrest': 'pgbackrest',
    '/usr/sbin/nginx': 'nginx',
    '/usr/bin/prometheus': 'prometheus',
    '/usr/bin/openssl': 'openssl',
    '/usr/bin/psql': 'postgresql',
    '/usr/sbin/debootstrap': 'debootstrap',
  });
  const args = [join(root, 'bench', 'cluster', 'main.ts'), ...process.argv.slice(2)];
  const { code } = await run(currentNode(), args, { cwd: root, env: toolEnvironment() });
  return code;
});
