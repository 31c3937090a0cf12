import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createKeyhold, fileStore, KeyholdError, RefusedError } from '@keyhold/sdk';
import { signIn } from './sign-in.ts';
import { openStudio, sentenceOf } from './studio.ts';
import { thisDevice } from './this-device.ts';

const usage = `Usage: node examples/terminal-studio/src/main.ts [--server URL] [--product NAME] [--license RN] [--device ID]

  --product NAME   The product whose license is used: keyhold-studio when left out. The application is
                   registered under the same name, as in the demo, or under that of --application.
  --wait           Waits in line if every license is in use; Ctrl-C leaves the line.
  --ask MESSAGE    Says something to those who use a license while waiting.
  --take-over      Continues with your own license of another device, which saves first.
  --code           Signs in by a code that is entered on another device.
  --no-browser     Shows the address to open instead of opening it.
  --store FOLDER   Where the sign-in is kept from run to run.
  --sign-out       Signs out, and does nothing else.`;

const { values } = parseArgs({
  options: {
    server: { type: 'string', default: 'http://localhost:8080' },
    application: { type: 'string' },
    product: { type: 'string', default: 'keyhold-studio' },
    license: { type: 'string' },
    device: { type: 'string' },
    wait: { type: 'boolean', default: false },
    ask: { type: 'string' },
    'take-over': { type: 'boolean', default: false },
    code: { type: 'boolean', default: false },
    browser: { type: 'boolean', default: true },
    store: { type: 'string', default: join(homedir(), '.terminal-studio') },
    'sign-out': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
  allowNegative: true,
});

async function main(): Promise<number> {
  if (values.help) {
    console.log(usage);
    return 0;
  }
  const { server, product, code, browser } = values;
  const keyhold = createKeyhold({
    baseUrl: server,
    application: values.application ?? product.slice(product.lastIndexOf(':') + 1),
    store: fileStore(values.store),
  });
  const device = thisDevice();
  try {
    if (values['sign-out']) {
      await keyhold.signOut();
      console.log('You are signed out.');
      return 0;
    }
    const leaving = new AbortController();
    const leave = () => leaving.abort(new KeyholdError('left', 'You left the line.'));
    if (values.wait) process.once('SIGINT', leave).once('SIGTERM', leave);
    const lease = await openStudio({
      show: console.log,
      keyhold,
      signIn: () => signIn({ show: console.log, keyhold, server, code, browser }),
      product,
      license: values.license,
      client: { name: 'Terminal Studio', version: '26.1' },
      device: values.device === undefined ? device : { ...device, id: values.device },
      wait: values.wait ? { signal: leaving.signal, ask: values.ask } : undefined,
      takeOver: values['take-over'],
    });
    process.off('SIGINT', leave).off('SIGTERM', leave);
    const close = () => {
      console.log('Drawings saved.');
      lease.release().catch((error: unknown) => console.error(sentenceOf(error)));
    };
    process.once('SIGINT', close).once('SIGTERM', close);
    console.log('Press Ctrl-C to close the studio.');
    await lease.ended;
    console.log('The studio is closed.');
    return 0;
  } catch (error) {
    console.error(sentenceOf(error));
    const [held] = error instanceof RefusedError ? error.heldByMe : [];
    if (held) console.error(`You use a license on ${held.deviceName}. Use it here instead: start with --take-over.`);
    return 1;
  }
}

process.exit(await main());
