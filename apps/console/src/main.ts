import { loadLanguage } from '#locale/locale.ts';

// A top-level `await` would be shorter, but WebKit evaluates modules that wait for one in the wrong order.
void loadLanguage().then(() => import('#app/start.tsx'));
