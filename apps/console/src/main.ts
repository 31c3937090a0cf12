import { loadLanguage } from '#i18n/locale/locale.ts';

/** Adds the script of the console: the page's load event waits for it, as it would not for an `import()`. */
function start(): void {
  const script = document.createElement('script');
  script.type = 'module';
  // The built page lists the file of what Vite serves from the sources.
  script.src = document.querySelector<HTMLLinkElement>('link#start')?.href ?? '/src/app/start.tsx';
  document.head.append(script);
}

// A top-level `await` would be shorter, but WebKit evaluates modules that wait for one in the wrong order.
void loadLanguage().then(start);
