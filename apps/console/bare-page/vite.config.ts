import { defineConfig } from 'vite';
import consoleConfig from '../vite.config.ts';

/** The console's own configuration, with the bare page as its only entry. */
export default defineConfig({
  ...consoleConfig,
  build: {
    ...consoleConfig.build,
    rolldownOptions: { ...consoleConfig.build?.rolldownOptions, input: 'bare-page/index.html' },
  },
});
