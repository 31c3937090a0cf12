import type { Plugin } from 'vite';

/** Lists the first screen's files in index.html, so that they are fetched before `main.ts` imports them. */
export function preloadedStart(): Plugin {
  return {
    name: 'preloaded-start',
    transformIndexHtml(_html, { bundle = {} }) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      return chunks
        .filter(({ name }) => name === 'start')
        .flatMap(({ fileName, imports, viteMetadata }) => [
          ...[...imports, fileName].map((file) => link('modulepreload', file)),
          ...[...(viteMetadata?.importedCss ?? [])].map((file) => link('stylesheet', file)),
        ]);
    },
  };
}

function link(rel: string, file: string) {
  return { tag: 'link', attrs: { rel, crossorigin: true, href: `/${file}` }, injectTo: 'head' as const };
}
