import { AuthenticationError, type Keyhold, KeyholdError } from '@keyhold/sdk';
import { openBrowser } from './open-browser.ts';

interface SignIn {
  /** Shows a line to the user. */
  readonly show: (line: string) => void;
  readonly keyhold: Keyhold;
  readonly server: string;
  /** Whether the user enters a code elsewhere, instead of signing in with the browser of this machine. */
  readonly code: boolean;
  /** Whether the browser is opened; otherwise the address is shown to the user. */
  readonly browser: boolean;
}

/** Signs the user in, unless the sign-in of an earlier run is still valid. Returns their e-mail address. */
export async function signIn({ show, keyhold, server, code, browser }: SignIn): Promise<string> {
  if (!(await isSignedIn(keyhold))) {
    if (code) {
      await keyhold.signInByCode({
        show: ({ userCode, verificationUri }) => show(`Open ${verificationUri} in a browser and enter ${userCode}.`),
      });
    } else {
      await keyhold.signIn({
        async open(address) {
          if (!browser || !(await openBrowser(address))) show(`Open this address in your browser: ${address}`);
        },
      });
    }
  }
  return readEmail(keyhold, server);
}

/** Whether the sign-in of an earlier run is stored and still valid. */
async function isSignedIn(keyhold: Keyhold): Promise<boolean> {
  if (!(await keyhold.restore())) return false;
  try {
    await keyhold.consumable();
    return true;
  } catch (error) {
    if (error instanceof AuthenticationError) return false;
    throw error;
  }
}

/** Reads the user's profile, with a request of the application itself. */
async function readEmail(keyhold: Keyhold, server: string): Promise<string> {
  const id = keyhold.user().split(':').at(-1);
  const headers = { Authorization: `Bearer ${await keyhold.accessToken()}` };
  const reply = await fetch(`${server}/iam/v1/users/${id}`, { headers });
  if (!reply.ok) throw new KeyholdError('no-profile', 'The license server does not say who is signed in.');
  const { item } = (await reply.json()) as { readonly item: { readonly email: string } };
  return item.email;
}
