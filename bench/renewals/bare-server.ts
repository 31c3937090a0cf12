// The minimum cost of a renewal: a Fastify route that verifies the refresh token (Ed25519, by node:crypto), renews its
// session by one UPDATE of the product's own table, outside a transaction, and signs one token. It looks up no client,
// reads no user, signs no second token, and logs nothing. `node bare-server.ts KEY`, with DATABASE_URL; KEY is a
// private key as a JWK. It sends its address to its parent.
import { createPrivateKey, createPublicKey, verify } from 'node:crypto';
import fastify from 'fastify';
import pg from 'pg';
import { signCompact } from '../../apps/server/src/tokens/compact-jws.ts';

const connectionString = process.env['DATABASE_URL'];
if (!connectionString) throw new Error('Set DATABASE_URL.');
// As many connections as a Keyhold server has.
const pool = new pg.Pool({ connectionString, max: 20, options: '-c keyhold.account=*' });
const privateKey = createPrivateKey({ key: JSON.parse(process.argv[2] ?? ''), format: 'jwk' });
const publicKey = createPublicKey(privateKey);

const text = `update sessions set renewals = $2 + 1, "renewed-on" = now(), "last-used-on" = now()
  where id = $1 and renewals = $2 and "ended-on" is null and "expires-on" > now()
  returning extract(epoch from "expires-on")::integer as ends`;

interface Claims {
  readonly sid: string;
  readonly n: number;
  readonly exp: number;
}

/** Returns the claims of an unexpired token that this server has signed, or null. */
function claimsOf(token: string): Claims | null {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const signed = Buffer.from(`${header}.${payload}`);
  if (!verify(null, signed, publicKey, Buffer.from(signature, 'base64url'))) return null;
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims;
  return claims.exp > Date.now() / 1000 ? claims : null;
}

const app = fastify();
app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
  done(null, new URLSearchParams(String(body))),
);
app.post<{ Body: URLSearchParams }>('/oauth/token', async ({ body }, reply) => {
  const claims = claimsOf(body.get('refresh_token') ?? '');
  if (!claims) return reply.code(400).send({ error: 'invalid_grant' });
  const { rows } = await pool.query({ name: 'renew', text, values: [claims.sid, claims.n] });
  if (!rows[0]) return reply.code(400).send({ error: 'invalid_grant' });
  const next = { sid: claims.sid, n: claims.n + 1, exp: rows[0].ends };
  return { token_type: 'Bearer', refresh_token: signCompact({ alg: 'Ed25519' }, next, privateKey) };
});

process.once('disconnect', () => process.exit());
process.send?.(await app.listen({ port: 0, host: '127.0.0.1' }));
