import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { PasskeyAssertion, PasskeyAttestation, PasskeyCreation, PasskeyRequest } from '@keyhold/contract';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** Values in a passkey's response that differ from the correct ones. */
interface Deviation {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  /** Whether the passkey has verified its user; if not, the user is only present. */
  readonly verified?: boolean;
  /** Null leaves it out. */
  readonly userHandle?: string | null;
  readonly crossOrigin?: boolean;
  /** The format of the attestation, and its statement. */
  readonly attestation?: { readonly format: unknown; readonly statement: unknown };
}

const origin = 'http://localhost:8080';
const flag = { present: 0x01, verified: 0x04, attested: 0x40 };

/** A passkey in software, as specified by WebAuthn: P-256, attestation `none`, user verification, a counter. */
export class VirtualPasskey {
  readonly id = randomBytes(16).toString('base64url');
  readonly #keys: { readonly publicKey: KeyObject; readonly privateKey: KeyObject } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
  });
  #userHandle = '';
  #counter = 0;

  /** Sets the counter, for example to simulate a cloned passkey. */
  setCounter(counter: number): void {
    this.#counter = counter;
  }

  /** The result of `navigator.credentials.create` in a browser. */
  attest(options: PasskeyCreation, deviation: Deviation = {}): PasskeyAttestation {
    this.#userHandle = options.user.id;
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]);
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const attested = [Buffer.alloc(16), length, id, Buffer.from(isoCBOR.encode(key as never))];
    const authData = Buffer.concat([this.#authenticatorData(options.rp.id, flag.attested, deviation), ...attested]);
    const object = new Map<string, unknown>([
      ['fmt', deviation.attestation ? deviation.attestation.format : 'none'],
      ['attStmt', deviation.attestation ? deviation.attestation.statement : new Map()],
      ['authData', new Uint8Array(authData)],
    ]);
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: clientData('webauthn.create', options.challenge, deviation),
        attestationObject: Buffer.from(isoCBOR.encode(object as never)).toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  /** The result of `navigator.credentials.get` in a browser. */
  assert(options: PasskeyRequest, deviation: Deviation = {}): PasskeyAssertion {
    this.#counter += 1;
    const authenticatorData = this.#authenticatorData(options.rpId, 0, deviation);
    const clientDataJSON = clientData('webauthn.get', options.challenge, deviation);
    const hash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest();
    const { userHandle = this.#userHandle } = deviation;
    const signature = sign('sha256', Buffer.concat([authenticatorData, hash]), this.#keys.privateKey);
    return {
      ...this.#credential(),
      response: {
        clientDataJSON,
        authenticatorData: authenticatorData.toString('base64url'),
        signature: signature.toString('base64url'),
        ...(userHandle === null ? {} : { userHandle }),
      },
    };
  }

  #credential() {
    return { id: this.id, rawId: this.id, type: 'public-key' as const, clientExtensionResults: {} };
  }

  #authenticatorData(rpId: string, flags: number, deviation: Deviation): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.#counter);
    const verified = (deviation.verified ?? true) ? flag.verified : 0;
    const host = createHash('sha256')
      .update(deviation.rpId ?? rpId)
      .digest();
    return Buffer.concat([host, Buffer.from([flag.present | verified | flags]), counter]);
  }
}

function clientData(type: string, challenge: string, deviation: Deviation): string {
  const data = {
    type: deviation.type ?? type,
    challenge: deviation.challenge ?? challenge,
    origin: deviation.origin ?? origin,
    crossOrigin: deviation.crossOrigin ?? false,
  };
  return Buffer.from(JSON.stringify(data)).toString('base64url');
}
