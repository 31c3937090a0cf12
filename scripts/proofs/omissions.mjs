// `npm run omissions`: leaves out, one by one, the parts that a resource's new field needs; prints which check fails.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureDependencies } from '../installation/install.mjs';
import { run, whenInterrupted } from '../processes/children.mjs';
import { endWithNpm } from '../processes/parent.mjs';
import { currentNode, root, runScript, toolEnvironment } from '../processes/workspace.mjs';
import { omissions } from './omission-list.mjs';

/**
 * @param {readonly string[]} check
 * @returns {Promise<boolean>} whether it passes
 */
async function passes([program = '', ...args]) {
  const script = program === 'e2e' ? [currentNode(), join(root, 'scripts', 'e2e.mjs')] : [program];
  const [command = '', ...first] = script;
  const { code } = await run(command, [...first, ...args], { cwd: root, env: toolEnvironment(), quiet: true });
  return code === 0;
}

endWithNpm();
await runScript(async () => {
  await ensureDependencies();
  const checks = new Map(omissions.map(({ check }) => [check.join(' '), check]));
  for (const [name, check] of checks) {
    if (await passes(check)) continue;
    console.log(`Before anything is forgotten, this fails: ${name}`);
    return 1;
  }
  let unnoticed = 0;
  for (const { forgotten, file, text, instead = '', check } of omissions) {
    const path = join(root, file);
    const whole = await readFile(path, 'utf8');
    whenInterrupted(() => writeFile(path, whole));
    await writeFile(
      path,
      whole.replace(text, () => instead),
    );
    const noticed = !(await passes(check).finally(() => writeFile(path, whole)));
    if (!noticed) unnoticed += 1;
    console.log(`${noticed ? 'noticed  ' : 'UNNOTICED'}  ${forgotten}: ${check.join(' ')}`);
  }
  console.log(`${omissions.length} omissions, ${unnoticed} unnoticed`);
  return unnoticed === 0 ? 0 : 1;
});
