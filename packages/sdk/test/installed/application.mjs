// An application that has the package installed: it takes a seat, prints it, and releases it.
import { createKeyhold, NoSeatError } from '@keyhold/sdk';

const [baseUrl = '', product = ''] = process.argv.slice(2);
const client = { name: 'Studio', version: '26.1' };
/** @param {string} id */
const device = (id) => ({ id, name: 'Desk', os: 'Linux', user: 'ada', locale: 'en-GB' });

const keyhold = createKeyhold({ baseUrl });
await keyhold.signIn('ada@acme.example', 'secret');
const lease = await keyhold.consume({ product, client, device: device('device-1') });
const refusal = await keyhold.consume({ product, client, device: device('device-2') }).catch((error) => error);
console.log(JSON.stringify({ license: lease.license, entitled: lease.entitled, full: refusal instanceof NoSeatError }));
await lease.release();
