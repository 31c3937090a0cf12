import compile from 'icu-minify/compile';
import type { Plugin } from 'vite';

type Messages = { readonly [id: string]: string | Messages };

const isCatalogue = /[\\/]src[\\/]i18n[\\/]messages[\\/]\w\w[\\/]\w+[\\/][\w-]+\.ts$/;

/** Compiles the ICU messages of the catalogues at build time, so that the browser needs no parser. */
export function compiledMessages(): Plugin {
  return {
    name: 'compiled-messages',
    enforce: 'post',
    async transform(code, id) {
      if (!isCatalogue.test(id)) return;
      const catalogue: Record<string, Messages> = await import(`data:text/javascript,${encodeURIComponent(code)}`);
      const exported = Object.entries(catalogue).map(
        ([name, messages]) => `export const ${name} = ${JSON.stringify(compiled(messages))};`,
      );
      return { code: exported.join('\n'), map: null };
    },
  };
}

function compiled(messages: string | Messages): unknown {
  if (typeof messages === 'string') return compile(messages);
  return Object.fromEntries(Object.entries(messages).map(([id, message]) => [id, compiled(message)]));
}
