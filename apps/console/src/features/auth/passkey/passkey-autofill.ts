import type { BodyInputOf, calls, OutputOf } from '@keyhold/contract';
import { browserSupportsWebAuthnAutofill, startAuthentication, WebAuthnAbortService } from '@simplewebauthn/browser';
import { apiBaseUrl } from '#session/backend.ts';

/** A passkey that the user picked from the browser's autofill. */
export type PickedPasskey = BodyInputOf<typeof calls.signInByPasskey>;

/**
 * Offers the user's passkeys in the autofill of the email field, and resolves when one was picked. Null where the
 * browser does not support that, the user does not answer, or another part of the page requested a passkey since.
 */
export async function pickPasskey(): Promise<PickedPasskey | null> {
  try {
    if (!(await browserSupportsWebAuthnAutofill())) return null;
    // Without the contract, which is larger than the rest of the sign-in page may be.
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
    // The offer is optional: the form shows an error, if there is one.
    return null;
  }
}

/** Cancels the offer. */
export function endPicking(): void {
  WebAuthnAbortService.cancelCeremony();
}
