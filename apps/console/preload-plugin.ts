import type { HtmlTagDescriptor, Plugin } from 'vite';

/**
 * Lists the first screen's files in index.html, so that they are fetched before `main.ts` starts it. What these files
 * need is evaluated as soon as it is there.
 */
export function preloadedStart(): Plugin {
  return {
    name: 'preloaded-start',
    transformIndexHtml(html, { bundle = {} }) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      return chunks
        .filter(({ name }) => name === 'start')
        .flatMap(({ fileName, imports, viteMetadata }) => [
          ...imports
            .filter((file) => !html.includes(file))
            .map((file) => tag('script', { type: 'module', src: `/${file}` })),
          tag('link', { id: 'start', rel: 'modulepreload', href: `/${fileName}` }),
          ...[...(viteMetadata?.importedCss ?? [])].map((file) => tag('link', { rel: 'stylesheet', href: `/${file}` })),
        ]);
    },
  };
}

function tag(name: string, attrs: Record<string, string>): HtmlTagDescriptor {
  return { tag: name, attrs: { ...attrs, crossorigin: true }, injectTo: 'head' };
}
