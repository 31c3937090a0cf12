import { commandApplication } from '@keyhold/contract';
import { createKeyhold, fileStore, type Keyhold } from '@keyhold/sdk';
import { openBrowser } from './open-browser.ts';
import { tokensFolder } from './session-file.ts';

/** The SDK client of the command, which signs the user in by the browser, and stores and renews the tokens. */
export function openSignIn(server: string): Keyhold {
  return createKeyhold({ baseUrl: server, application: commandApplication, store: fileStore(tokensFolder()) });
}

/**
 * Signs the user in with the browser of this machine, or with a code that they enter in a browser elsewhere. Prints
 * instructions to standard error.
 *
 * @throws {SignInError} when the sign-in is denied or expires.
 */
export async function signInByBrowser(server: string, { code }: { readonly code: boolean }): Promise<Keyhold> {
  const keyhold = openSignIn(server);
  if (code) {
    await keyhold.signInByCode({
      show: ({ verificationUri, userCode }) =>
        console.error(`Open ${verificationUri} in a browser, on any device, and enter the code ${userCode}`),
    });
  } else {
    await keyhold.signIn({
      open: (address) => {
        console.error(`Opening your browser to sign in and allow access. If it does not open, go to:\n${address}`);
        openBrowser(address);
      },
    });
  }
  return keyhold;
}
