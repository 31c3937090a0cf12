import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type LoopbackPage, pageHeaders, pages, renderPage } from './loopback-page.ts';
import type { LoopbackAnswer, LoopbackListener } from './runtime.ts';

/** The path to which the browser is redirected. */
const path = '/signed-in';
/** A browser needs two or three connections; the limit stops other clients from opening more. */
const maxConnections = 16;

/** Listens on a free port of 127.0.0.1 until it is closed. Accepts only the first authorization response. */
export async function listenOnLoopback(): Promise<LoopbackListener> {
  let take: ((answer: LoopbackAnswer) => void) | null = null;
  const answer = new Promise<LoopbackAnswer>((resolve) => {
    take = resolve;
  });
  const server = createServer((request, response) => {
    const parameters = answerOf(request);
    if (!take || !parameters) return void send(response, pages.notHere);
    take({ parameters, reply: (signedIn) => send(response, signedIn ? pages.signedIn : pages.failed) });
    take = null;
  });
  server.maxConnections = maxConnections;
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;

  /** The parameters of an authorization response; null for any other request. The host check prevents DNS rebinding. */
  function answerOf({ method, url = '', headers }: IncomingMessage): URLSearchParams | null {
    const [asked, query = ''] = url.split('?', 2);
    return method === 'GET' && headers.host === host && asked === path ? new URLSearchParams(query) : null;
  }

  return {
    redirectUri: `http://${host}${path}`,
    answer,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Resolves when the page is sent, or the connection is closed. */
function send(response: ServerResponse, page: LoopbackPage): Promise<void> {
  return new Promise((resolve) => {
    response.once('close', resolve).writeHead(page.status, pageHeaders).end(renderPage(page));
  });
}
