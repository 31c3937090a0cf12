import { join } from 'node:path';
import { compressFiles } from '../../../scripts/compress.mjs';
import { run } from '../../../scripts/processes/children.mjs';
import { currentNode, root } from '../../../scripts/processes/workspace.mjs';

/** The folder of the built bare page, which the bare server serves. */
export const barePageFolder = join(root, '.cache', 'bare-page');

/** Builds the bare page like the console: with its Vite configuration, and compressed by the same script. */
export async function buildBarePage(): Promise<void> {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const options = ['--outDir', barePageFolder, '--emptyOutDir', '--logLevel', 'warn'];
  const { code, output } = await run(currentNode(), [vite, 'build', 'bare-page', ...options], {
    cwd: join(root, 'apps', 'console'),
    quiet: true,
  });
  if (code !== 0) throw new Error(`The bare page could not be built:\n${output}`);
  await compressFiles(barePageFolder);
}
