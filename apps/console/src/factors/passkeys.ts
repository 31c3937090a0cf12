import type { PasskeyAssertion, PasskeyAttestation, PasskeyCreation, PasskeyRequest } from '@keyhold/contract';
import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';
import { factorsText } from '#text/factors.ts';

/** Whether this browser knows passkeys at all. */
export const supportsPasskeys = browserSupportsWebAuthn;

/**
 * Lets the user sign with a passkey.
 *
 * @throws {Error} with a sentence for the user when they did not, or the browser refuses.
 */
export async function signWithPasskey(options: PasskeyRequest): Promise<PasskeyAssertion> {
  const optionsJSON = options as Parameters<typeof startAuthentication>[0]['optionsJSON'];
  return startAuthentication({ optionsJSON }).catch((error: unknown) => {
    throw inWords(error, factorsText.passkeyNotUsed);
  }) as Promise<PasskeyAssertion>;
}

/**
 * Lets the user make a passkey.
 *
 * @throws {Error} with a sentence for the user when they did not, or the browser refuses.
 */
export async function makePasskey(options: PasskeyCreation): Promise<PasskeyAttestation> {
  const optionsJSON = options as Parameters<typeof startRegistration>[0]['optionsJSON'];
  return startRegistration({ optionsJSON }).catch((error: unknown) => {
    throw inWords(error, factorsText.passkeyNotMade);
  }) as Promise<PasskeyAttestation>;
}

/** What the browser says of a passkey is for programs; most of it means that the user closed its dialog. */
function inWords(error: unknown, otherwise: string): Error {
  const code = error instanceof WebAuthnError ? error.code : '';
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return new Error(factorsText.passkeyHere, { cause: error });
  if (code === 'ERROR_INVALID_RP_ID' || code === 'ERROR_INVALID_DOMAIN') {
    return new Error(factorsText.passkeyAddress, { cause: error });
  }
  return new Error(otherwise, { cause: error });
}
