import { parseArgs } from 'node:util';
import { createKeyhold } from '@keyhold/sdk';
import { askPassword } from './ask-password.ts';
import { openStudio, sentenceOf } from './studio.ts';
import { thisDevice } from './this-device.ts';

const usage = `Usage: node examples/terminal-studio/src/main.ts --server URL --email ADDRESS [--product NAME] [--license RN] [--device ID]
The password is read from KEYHOLD_PASSWORD, or asked for.`;

const { values } = parseArgs({
  options: {
    server: { type: 'string', default: 'http://localhost:8080' },
    email: { type: 'string' },
    product: { type: 'string' },
    license: { type: 'string' },
    device: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

async function main(): Promise<number> {
  const { email } = values;
  if (values.help || !email) {
    console.log(usage);
    return values.help ? 0 : 1;
  }
  const password = process.env['KEYHOLD_PASSWORD'] ?? (await askPassword(`Password of ${email}: `));
  const keyhold = createKeyhold({ baseUrl: values.server });
  const device = thisDevice();
  try {
    const lease = await openStudio({
      show: console.log,
      keyhold,
      email,
      signIn: () => keyhold.signIn(email, password),
      product: values.product,
      license: values.license,
      client: { name: 'Terminal Studio', version: '26.1' },
      device: values.device === undefined ? device : { ...device, id: values.device },
    });
    console.log('Press Ctrl-C to close the studio.');
    const close = () => void lease.release().catch((error: unknown) => console.error(sentenceOf(error)));
    process.once('SIGINT', close).once('SIGTERM', close);
    await lease.ended;
    console.log('The studio is closed.');
    return 0;
  } catch (error) {
    console.error(sentenceOf(error));
    return 1;
  }
}

process.exit(await main());
