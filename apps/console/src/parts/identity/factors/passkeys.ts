import type { PasskeyAssertion, PasskeyAttestation, PasskeyCreation, PasskeyRequest } from '@keyhold/contract';
import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser';
import { factorsText } from '#i18n/text/factors.ts';
import { browserOf } from '#parts/identity/sessions/place.ts';

/**
 * Prompts the user to sign with a passkey.
 *
 * @throws {Error} with a sentence for the user if they cancel or the browser refuses.
 */
export async function signWithPasskey(options: PasskeyRequest): Promise<PasskeyAssertion> {
  const optionsJSON = options as Parameters<typeof startAuthentication>[0]['optionsJSON'];
  return startAuthentication({ optionsJSON }).catch((error: unknown) => {
    throw inWords(error, factorsText.passkeyNotUsed);
  }) as Promise<PasskeyAssertion>;
}

/**
 * Prompts the user to create a passkey, named after this browser and its operating system.
 *
 * @throws {Error} with a sentence for the user if they cancel or the browser refuses.
 */
export async function makePasskey(options: PasskeyCreation): Promise<{ name: string; response: PasskeyAttestation }> {
  const optionsJSON = options as Parameters<typeof startRegistration>[0]['optionsJSON'];
  const response = await startRegistration({ optionsJSON }).catch((error: unknown) => {
    throw inWords(error, factorsText.passkeyNotMade);
  });
  return { name: browserOf(navigator.userAgent), response: response as PasskeyAttestation };
}

/** Replaces the browser's error by a sentence for the user. Most errors mean that the user closed the dialog. */
function inWords(error: unknown, otherwise: string): Error {
  const code = error instanceof WebAuthnError ? error.code : '';
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return new Error(factorsText.passkeyHere, { cause: error });
  if (code === 'ERROR_INVALID_RP_ID' || code === 'ERROR_INVALID_DOMAIN') {
    return new Error(factorsText.passkeyAddress, { cause: error });
  }
  return new Error(otherwise, { cause: error });
}
