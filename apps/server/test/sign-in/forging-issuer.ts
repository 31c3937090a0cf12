import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';

/** Claims of a token, valid or not; undefined omits one. */
export type Claims = Readonly<Record<string, unknown>>;

/** How a token is signed: correctly, or by an attacker. */
export interface Signing {
  readonly kind?: 'own key' | 'unknown key' | 'none' | 'client secret';
  readonly typ?: string;
}

/** The provider's reply at an endpoint. */
export type Answer = (request: IncomingMessage, body: string) => { readonly status: number; readonly json: unknown };

export type ForgingIssuer = Awaited<ReturnType<typeof startForgingIssuer>>;

/** This product's client at the provider. */
export const forgedClient = { id: 'keyhold', secret: 'a secret of the provider' };

/** An OpenID Connect provider that signs any token a test needs, even one that an honest provider would not issue. */
export async function startForgingIssuer() {
  const [own, unknown] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
  const key = { ...(await exportJWK(own.publicKey)), kid: 'own', use: 'sig', alg: 'RS256' };
  const answers = new Map<string, Answer>();
  const asked: { path: string; body: URLSearchParams }[] = [];

  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const path = request.url?.split('?')[0] ?? '';
    asked.push({ path, body: new URLSearchParams(body) });
    const answer = answers.get(path);
    if (!answer) return void response.writeHead(404).end();
    send(response, answer(request, body));
  });
  const url = `http://127.0.0.1:${await listenOnNewPort(server)}`;

  const issuer = {
    url,
    answers,
    /** The received requests, in order. */
    asked,
    metadata: {
      issuer: url,
      authorization_endpoint: `${url}/authorize`,
      token_endpoint: `${url}/token`,
      jwks_uri: `${url}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
      token_endpoint_auth_methods_supported: ['client_secret_basic'],
      code_challenge_methods_supported: ['S256'],
    } as Record<string, unknown>,

    async sign(forged: Claims, { kind = 'own key', typ = 'JWT' }: Signing = {}): Promise<string> {
      const claims = forged as JWTPayload;
      if (kind === 'none') return new UnsecuredJWT(claims).encode();
      const hmac = kind === 'client secret';
      const secret = new TextEncoder().encode(forgedClient.secret);
      return new SignJWT(claims)
        .setProtectedHeader({ alg: hmac ? 'HS256' : 'RS256', kid: kind === 'unknown key' ? 'unknown' : 'own', typ })
        .sign(hmac ? secret : kind === 'unknown key' ? unknown.privateKey : own.privateKey);
    },

    /** The claims of an honest ID token. */
    claims(nonce: string, more: Claims = {}): Claims {
      const time = Math.floor(Date.now() / 1000);
      return { iss: url, aud: forgedClient.id, iat: time, exp: time + 300, nonce, ...more };
    },

    /** Answers the next code exchange with an ID token, if the verifier matches the challenge. */
    give(idToken: string, challenge: string): void {
      answers.set('/token', (_request, body) => {
        const verifier = new URLSearchParams(body).get('code_verifier') ?? '';
        const right = createHash('sha256').update(verifier).digest('base64url') === challenge;
        return right
          ? { status: 200, json: { access_token: randomUUID(), token_type: 'Bearer', id_token: idToken } }
          : { status: 400, json: { error: 'invalid_grant' } };
      });
    },

    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  answers.set('/.well-known/openid-configuration', () => ({ status: 200, json: issuer.metadata }));
  answers.set('/keys', () => ({ status: 200, json: { keys: [key] } }));
  return issuer;
}

const usedPorts = new Set<number>();

/** Listens on a port that no issuer had before: the server still has the metadata of that address in its cache. */
async function listenOnNewPort(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  if (!usedPorts.has(port)) {
    usedPorts.add(port);
    return port;
  }
  await new Promise((resolve) => server.close(resolve));
  return listenOnNewPort(server);
}

function send(response: ServerResponse, { status, json }: ReturnType<Answer>): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
}
