import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compiledMessages } from './messages-plugin.ts';
import { preloadedStart } from './preload-plugin.ts';

/** The server to which `vite dev` proxies the calls that a built console makes to its own origin. */
const server = process.env['KEYHOLD_DEV_SERVER'] ?? 'http://localhost:8080';
const proxied = ['/auth', '/iam/v1', '/admin/v1', '/license', '/events', '/console-config.json', '/dev'];

/**
 * One file each for the code of the sign-in page, the code loaded when its form is touched, and the code shared by the
 * screens behind it: a browser fetches six files at a time, so a screen of thirty small files would take five rounds.
 */
const chunks = [
  // Chooses the language before anything else is evaluated.
  { name: 'main', test: /[\\/]console[\\/](index\.html|src[\\/](main|i18n[\\/]locale[\\/]locale)\.ts)$/, priority: 4 },
  { name: 'react', test: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 3 },
  { name: 'initial', tags: ['$initial' as const], priority: 2 },
  {
    name: 'calls',
    test: /[\\/](zod|packages[\\/](contract|client)|@mantine[\\/]form)[\\/]|[\\/](auth[\\/]sign-in\.data|server[\\/]client[\\/](client|fresh-proof))\.ts$/,
    priority: 1,
  },
  // Read before anything else of a signed-in user, whose screens wait for it.
  { name: 'auth-info', test: /[\\/]session[\\/]auth-info\.ts$/, priority: 1 },
  // The sign-in page needs this for passkeys, and no other code that screens share.
  { name: 'passkeys', test: /[\\/]@simplewebauthn[\\/]/, priority: 1 },
  { name: 'shared', minShareCount: 2 },
];

// index.html uses it too, and has no default.
process.env['VITE_API_BASE_URL'] = (process.env['VITE_API_BASE_URL'] ?? '').replace(/\/+$/, '');

/** The plugins that the sources need, also in tests. Code that React Compiler cannot compile fails the build. */
export const plugins = () => [react({ compiler: { panicThreshold: 'all_errors' } }), compiledMessages()];

export default defineConfig({
  plugins: [...plugins(), preloadedStart()],
  // A worker fetches the code of rare files when it needs it.
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    target: 'es2024',
    // The first browsers with light-dark().
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    rolldownOptions: { input: ['index.html', 'src/app/start.tsx'], output: { codeSplitting: { groups: chunks } } },
  },
  server: { proxy: Object.fromEntries(proxied.map((path) => [path, { target: server, changeOrigin: true }])) },
});
