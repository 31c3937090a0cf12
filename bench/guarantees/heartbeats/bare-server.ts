// The minimum cost of a heartbeat: a Fastify route with the one update and nothing else. `node bare-server.ts`, with
// DATABASE_URL; sends its address to its parent.
import fastify from 'fastify';
import pg from 'pg';

const connectionString = process.env['DATABASE_URL'];
if (!connectionString) throw new Error('Set DATABASE_URL.');
// As many connections as a Keyhold server has.
const pool = new pg.Pool({ connectionString, max: 20, options: '-c keyhold.account=*' });
const app = fastify();

interface Heartbeat {
  Params: { id: string };
  Body: { epoch: number; seq: number };
}

const text = `update licenses set "expires-at" = now() + interval '90 s', "heartbeat-seq" = $3
  where "lease-id" = $1 and epoch = $2 and "lease-state" = 'active' and "expires-at" > now()
  returning "lease-id" as id, epoch, (extract(epoch from "expires-at" - now()) * 1000)::integer as "expires-in-ms"`;

app.post<Heartbeat>('/license/v1/leases/:id/heartbeat', async ({ params, body }, reply) => {
  const { rows } = await pool.query({ name: 'heartbeat', text, values: [params.id, body.epoch, body.seq] });
  return rows[0] ? { lease: rows[0] } : reply.code(410).send({});
});

process.once('disconnect', () => process.exit());
const address = await app.listen({ port: 0, host: '127.0.0.1' });
process.send?.(address);
