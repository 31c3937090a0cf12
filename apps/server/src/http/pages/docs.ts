import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { type FixedText, fixedText, sendFixedText } from './fixed-text.ts';

const own = (name: string) => fileURLToPath(new URL(`../../../docs-page/${name}`, import.meta.url));
const viewers = (name: string) => createRequire(import.meta.url).resolve(`@fastify/swagger-ui/static/${name}`);

/** The page, its layout and style, and the viewer that renders the document. */
const files = [
  ['/docs', 'text/html', own('page.html')],
  ['/docs/page.css', 'text/css', own('page.css')],
  ['/docs/page.js', 'text/javascript', own('page.js')],
  ['/docs/swagger-ui.css', 'text/css', viewers('swagger-ui.css')],
  ['/docs/swagger-ui-bundle.js', 'text/javascript', viewers('swagger-ui-bundle.js')],
] as const;

/** Serves the API documentation page: Swagger UI, all of it from this server. */
export function installDocs(app: FastifyInstance): void {
  for (const [path, type, file] of files) {
    // Read at the first request, because most servers never get one.
    let read: Promise<FixedText> | undefined;
    app.get(path, async (request, reply) => {
      read ??= readFixed(`${type}; charset=utf-8`, file);
      return sendFixedText(request, reply, await read);
    });
  }
}

async function readFixed(type: string, file: string): Promise<FixedText> {
  return fixedText(type, await readFile(file, 'utf8'));
}
