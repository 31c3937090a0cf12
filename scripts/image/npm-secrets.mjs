import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { command } from './command.mjs';

/**
 * The build options that pass this machine's npm registry settings as secrets, so that the image does not contain them.
 *
 * @param {string} folder
 */
export async function npmSecrets(folder) {
  const keys = ['registry', 'cafile', 'proxy', 'https-proxy', 'noproxy'];
  const said = await command('npm', 'config', 'get', ...keys, '--loglevel=error');
  const settings = said.split('\n').filter((line) => /^[a-z-]+=/.test(line) && !/=(null|undefined|)$/.test(line));
  const certificates = settings.find((line) => line.startsWith('cafile='))?.slice('cafile='.length);
  const file = join(folder, 'npmrc');
  writeFileSync(
    file,
    settings.map((line) => line.replace(/^cafile=.*/, 'cafile=/run/secrets/certificates')).join('\n'),
    { mode: 0o600 },
  );
  return [
    ...['--secret', `id=npmrc,src=${file}`],
    ...(certificates ? ['--secret', `id=certificates,src=${certificates}`] : []),
  ];
}
