// A web page that has the package bundled: it tries the calls that only an application can make.
import { createKeyhold, fileStore } from '@keyhold/sdk';

const keyhold = createKeyhold({ baseUrl: 'https://licenses.example.com', application: 'studio-desktop' });
const tries = [
  () => keyhold.signIn({ open: () => undefined }),
  () => keyhold.signInByCode({ show: () => undefined }),
  () => fileStore('folder'),
];
/** @param {() => unknown} one */
const refusalOf = async (one) => {
  try {
    return String(await one());
  } catch (error) {
    return error instanceof Error && 'code' in error ? `${error.name} ${error.code}: ${error.message}` : String(error);
  }
};
console.log(JSON.stringify(await Promise.all(tries.map(refusalOf))));
