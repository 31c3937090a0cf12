import { SignInError } from '../replies/errors.ts';
import type { Runtime } from './runtime.ts';

/** A web page learns nothing of its machine. */
function refuseDevice() {
  return Promise.reject(
    new SignInError('not-in-web-pages', 'A web page knows no machine. Give consume a device with an id of your own.'),
  );
}

function refuse(what: string): SignInError {
  return new SignInError(
    'not-in-web-pages',
    `${what} In a web page call signIn with e-mail and password, or useToken; in Electron do this in the main process.`,
  );
}

export const runtime: Runtime = {
  connectAuthorizationServer() {
    throw refuse('A web page cannot be signed in to by the browser that shows it.');
  },
  listenOnLoopback: () => Promise.reject(refuse('A web page cannot listen for the answer of a browser.')),
  deviceName: () => 'Web page',
  machineId: refuseDevice,
  describeDevice: refuseDevice,
  openFileStore() {
    throw refuse('A web page has no files.');
  },
};
