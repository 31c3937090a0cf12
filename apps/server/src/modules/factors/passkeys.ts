import {
  challengeMinutes,
  type PasskeyAssertion,
  type PasskeyAttestation,
  type PasskeyCreation,
  type PasskeyRequest,
} from '@keyhold/contract';
import {
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { parse as bytesOfUuid } from 'uuid';
import type { Transaction } from '../../db/database.ts';
import type { Installation } from '../../installation.ts';
import type { FactorOwner } from './factors.sql.ts';

/** Ed25519, P-256 and RSA (COSE): every authenticator supports one of them. */
const algorithms = [-8, -7, -257];
/** How long a browser waits for its user, in milliseconds: the lifetime of the challenge. */
const timeout = challengeMinutes * 60_000;

/** A passkey as stored in the database. */
export interface Passkey {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
}

/** The relying party of WebAuthn: only the host of the public URL. */
function partyOf({ publicUrl }: Installation): { readonly rpId: string; readonly origin: string } {
  const { hostname, origin } = new URL(publicUrl);
  return { rpId: hostname, origin };
}

/** The options with which a browser creates a passkey for a user. */
export function creationOptions(
  installation: Installation,
  owner: FactorOwner,
  challenge: string,
  existing: readonly Passkey[],
): PasskeyCreation {
  return {
    rp: { id: partyOf(installation).rpId, name: installation.productTitle },
    user: {
      id: Buffer.from(bytesOfUuid(owner.id)).toString('base64url'),
      name: owner.email,
      displayName: owner.name,
    },
    challenge,
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout,
    excludeCredentials: existing.map(descriptorOf),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  };
}

/** The options with which a browser signs in by one of these passkeys, or by any of this host when none is given. */
export function requestOptions(
  installation: Installation,
  challenge: string,
  passkeys: readonly Passkey[] = [],
): PasskeyRequest {
  return {
    challenge,
    timeout,
    rpId: partyOf(installation).rpId,
    allowCredentials: passkeys.map(descriptorOf),
    userVerification: 'required',
  };
}

function descriptorOf({ credentialId, transports }: Passkey): PasskeyRequest['allowCredentials'][number] {
  return { type: 'public-key', id: credentialId, transports: [...transports] };
}

/** The passkeys of a user, or the one with a credential id. */
export async function selectPasskeys(
  tx: Transaction,
  column: 'user-id' | 'credential-id',
  value: string,
): Promise<Passkey[]> {
  const rows = await tx
    .selectFrom('factors')
    .select(['id', 'user-id', 'name', 'credential-id', 'public-key', 'counter', 'transports'])
    .where('kind', '=', 'passkey')
    .where(column, '=', value)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    userId: row['user-id'],
    name: row.name,
    credentialId: row['credential-id'] ?? '',
    publicKey: row['public-key'] ?? Buffer.alloc(0),
    counter: row.counter ?? 0,
    transports: row.transports ?? [],
  }));
}

/** The response of a browser to a challenge. */
interface BrowserResponse {
  readonly response: { readonly clientDataJSON: string };
}

/** The client data of a response: the browser's description of the page that requested it; empty when unreadable. */
function clientDataOf({ response }: BrowserResponse): { readonly challenge?: unknown; readonly crossOrigin?: unknown } {
  try {
    const data: unknown = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString());
    return typeof data === 'object' && data !== null ? data : {};
  } catch {
    return {};
  }
}

/** The challenge that a browser's response claims to answer, with which it is looked up. */
export function challengeIn(response: BrowserResponse): string {
  const { challenge } = clientDataOf(response);
  return typeof challenge === 'string' ? challenge : '';
}

/** Whether a response comes from a frame in a page of another origin. The library accepts it; our pages forbid framing. */
function isFramed(response: BrowserResponse): boolean {
  return clientDataOf(response).crossOrigin === true;
}

/**
 * The attestation as one of the format `none`, whatever its format. Nothing depends on the maker of an authenticator,
 * and the library would follow addresses in the certificates of a statement, which anybody may write.
 */
function withoutStatement(attestationObject: string): string {
  const content: unknown = isoCBOR.decodeFirst(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
  const authData: unknown = content instanceof Map ? content.get('authData') : undefined;
  if (!(authData instanceof Uint8Array)) throw new Error('The attestation has no data of an authenticator.');
  const none = new Map<string, string | Uint8Array | Map<string, string>>([
    ['fmt', 'none'],
    ['attStmt', new Map<string, string>()],
    ['authData', authData],
  ]);
  return Buffer.from(isoCBOR.encode(none)).toString('base64url');
}

/** Verifies a new passkey; null when the response is not for this challenge and this host. */
export async function verifyAttestation(installation: Installation, challenge: string, response: PasskeyAttestation) {
  const { rpId, origin } = partyOf(installation);
  if (isFramed(response)) return null;
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...(response as RegistrationResponseJSON),
        response: {
          clientDataJSON: response.response.clientDataJSON,
          attestationObject: withoutStatement(response.response.attestationObject),
        },
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    return registrationInfo?.credential ?? null;
  } catch {
    // The library throws on any fault of a response, which anybody may send.
    return null;
  }
}

/**
 * Verifies a passkey's signature of a challenge and returns its new counter; null when it is not valid. A counter that
 * did not grow comes from a copy, and is rejected.
 */
export async function verifyAssertion(
  installation: Installation,
  challenge: string,
  passkey: Passkey,
  response: PasskeyAssertion,
): Promise<number | null> {
  const { rpId, origin } = partyOf(installation);
  const { userHandle } = response.response;
  const owner = Buffer.from(bytesOfUuid(passkey.userId)).toString('base64url');
  if (userHandle !== undefined && userHandle !== '' && userHandle !== owner) return null;
  if (isFramed(response)) return null;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
      },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}
