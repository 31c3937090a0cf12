import type { BodyInputOf, calls, OutputOf } from '@keyhold/contract';
import { browserSupportsWebAuthnAutofill, startAuthentication, WebAuthnAbortService } from '@simplewebauthn/browser';
import { apiBaseUrl } from '#api/backend.ts';

/** A passkey that the user has picked among what the browser fills in. */
export type PickedPasskey = BodyInputOf<typeof calls.signInByPasskey>;

/**
 * Offers the user's passkeys in the autofill of the email field, and resolves when one was picked. Null where the browser
 * cannot do that, nobody answers, or something else of the page has asked for a passkey since.
 */
export async function pickPasskey(): Promise<PickedPasskey | null> {
  try {
    if (!(await browserSupportsWebAuthnAutofill())) return null;
    // Without the contract, which is larger than all the rest of the sign-in page may be.
    const reply = await fetch(`${apiBaseUrl}/auth/v1/passkey/options`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    });
    if (!reply.ok) throw new Error('The server offers no passkeys now.');
    const { id, options }: OutputOf<typeof calls.startPasskeySignIn> = await reply.json();
    const optionsJSON = options as Parameters<typeof startAuthentication>[0]['optionsJSON'];
    const response = await startAuthentication({ optionsJSON, useBrowserAutofill: true });
    return { id, response: response as PickedPasskey['response'] };
  } catch {
    // It is an offer: the form beside it shows what is wrong, if anything is.
    return null;
  }
}

/** Takes the offer back. */
export function endPicking(): void {
  WebAuthnAbortService.cancelCeremony();
}
