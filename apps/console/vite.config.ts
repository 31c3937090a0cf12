import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compiledMessages } from './messages-plugin.ts';

/** Where `vite dev` sends the calls that a built console makes to its own origin. */
const server = process.env['KEYHOLD_DEV_SERVER'] ?? 'http://localhost:8080';
const proxied = ['/auth', '/iam/v1', '/admin/v1', '/license', '/events', '/console-config.json', '/dev'];

/**
 * What the sign-in page needs is one file, so is what comes when its form is touched, and so is what the screens behind
 * it share: a browser fetches six files at a time, and a screen made of thirty small ones would wait in five rounds.
 */
const chunks = [
  { name: 'react', test: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 3 },
  { name: 'initial', tags: ['$initial' as const], priority: 2 },
  {
    name: 'calls',
    test: /[\\/](zod|packages[\\/](contract|client)|@mantine[\\/]form)[\\/]|[\\/](auth[\\/]fields|api[\\/](client|fresh-proof))\.ts$/,
    priority: 1,
  },
  // The sign-in page brings this for passkeys, and nothing else of what screens share.
  { name: 'passkeys', test: /[\\/]@simplewebauthn[\\/]/, priority: 1 },
  { name: 'shared', minShareCount: 2 },
];

// index.html names it, too, and knows no default.
process.env['VITE_API_BASE_URL'] = (process.env['VITE_API_BASE_URL'] ?? '').replace(/\/+$/, '');

/** What the sources need to run, also in tests. Whatever React Compiler does not take fails the build. */
export const plugins = () => [react({ compiler: { panicThreshold: 'all_errors' } }), compiledMessages()];

export default defineConfig({
  plugins: plugins(),
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    target: 'es2024',
    // The first browsers with light-dark().
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
  server: { proxy: Object.fromEntries(proxied.map((path) => [path, { target: server, changeOrigin: true }])) },
});
