/** The page that the browser shows at the end. It loads no resources and runs no scripts. */
export interface LoopbackPage {
  readonly status: number;
  readonly title: string;
  readonly sentence: string;
}

export const pages = {
  signedIn: { status: 200, title: 'You are signed in', sentence: 'You can close this window.' },
  failed: {
    status: 400,
    title: 'You are not signed in',
    sentence: 'You can close this window. The application says what happened.',
  },
  notHere: { status: 404, title: 'Nothing is here', sentence: 'You can close this window.' },
} as const satisfies Record<string, LoopbackPage>;

const style = `:root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}body{display:grid;place-content:center;min-height:90vh;margin:0;padding:1rem;text-align:center}h1{font-size:1.25rem;margin:0 0 .5rem}p{margin:0;opacity:.75}`;

/** The page as HTML. */
export function renderPage({ title, sentence }: LoopbackPage): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${style}</style><h1>${title}</h1><p>${sentence}</p></html>`;
}

/** The headers of every page. Its address contains a code, which must not reach a cache, a frame or another site. */
export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  connection: 'close',
} as const;
