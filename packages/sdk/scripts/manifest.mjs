// Converts package.json to its published form, whose exports are the compiled modules, or back to its workspace form,
// whose exports are the sources. `npm pack` and `npm publish` run both automatically.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const path = fileURLToPath(new URL('../package.json', import.meta.url));
const forms = {
  workspace: {
    imports: { '#runtime': { node: './src/runtime-node.ts', default: './src/runtime-web.ts' } },
    exports: { '.': './src/index.ts' },
  },
  published: {
    imports: { '#runtime': { node: './dist/runtime-node.js', default: './dist/runtime-web.js' } },
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
    main: './dist/index.js',
    types: './dist/index.d.ts',
  },
};
const form = process.argv[2];
if (form !== 'workspace' && form !== 'published') {
  console.error('Usage: node scripts/manifest.mjs workspace|published');
  process.exit(1);
}
const {
  imports: _imports,
  exports: _exports,
  main: _main,
  types: _types,
  ...rest
} = JSON.parse(readFileSync(path, 'utf8'));
writeFileSync(path, `${JSON.stringify({ ...rest, ...forms[form] }, null, 2)}\n`);
