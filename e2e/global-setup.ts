import { firefox } from './browser/firefox.ts';
import { hasWebKit } from './browser/webkit.ts';
import { freePort, newDataDirectory, removeDataDirectory, startProduct } from './fixtures/product.ts';

/**
 * Starts one product for all journeys as a user starts it, on a free port and an empty folder. `KEYHOLD_E2E_URL` and,
 * for its data folder, `KEYHOLD_E2E_DATA` may name one that already runs.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (!firefox)
    console.log('There is no Firefox on this machine: the journey in Firefox is NOT run. FIREFOX_PATH names one.');
  if (!hasWebKit)
    console.log(
      'There is no WebKit on this machine: the journey in WebKit is NOT run. On Debian it is webkit2gtk-driver and xvfb.',
    );
  if (process.env['KEYHOLD_E2E_URL'] && process.env['KEYHOLD_E2E_DATA']) return async () => undefined;
  const dataDirectory = await newDataDirectory();
  const product = await startProduct({ port: await freePort(), dataDirectory });
  process.env['KEYHOLD_E2E_URL'] = product.url;
  process.env['KEYHOLD_E2E_DATA'] = dataDirectory;
  return async () => {
    const code = await product.stop();
    await removeDataDirectory(dataDirectory);
    if (code !== 0) throw new Error(`The product did not stop cleanly (code ${code}):\n${product.output()}`);
  };
}
