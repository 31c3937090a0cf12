import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where `vite dev` sends the calls that a built console makes to its own origin. */
const server = process.env['KEYHOLD_DEV_SERVER'] ?? 'http://localhost:8080';
const proxied = ['/auth', '/iam/v1', '/admin/v1', '/license', '/events', '/console-config.json', '/dev'];

export default defineConfig({
  plugins: [react()],
  build: { outDir: 'dist', assetsDir: 'assets', target: 'es2024', modulePreload: { polyfill: false } },
  server: { proxy: Object.fromEntries(proxied.map((path) => [path, { target: server, changeOrigin: true }])) },
});
