// The baseline: the same driver, the same framework, the same database, and nothing else. It serves the bare page, too.
import fastifyStatic from '@fastify/static';
import { verify } from '@node-rs/argon2';
import Fastify from 'fastify';
import pg from 'pg';
import { barePageFolder } from './bare-page.ts';
import {
  consumeSql,
  findByEmailSql,
  getUserSql,
  heartbeatSql,
  insertAuditSql,
  insertLogSql,
  insertUserSql,
  listUsersAsJsonSql,
  listUsersSql,
  plainTablesSql,
} from './bare-statements.ts';

const pool = new pg.Pool({ connectionString: process.argv[2], max: 20 });
await pool.query(plainTablesSql);
const app = Fastify();
// The page is built when it is measured. The console also sends this header, which makes the browser start a process.
await app.register(fastifyStatic, {
  root: barePageFolder,
  preCompressed: true,
  setHeaders: (reply) => void reply.header('cross-origin-opener-policy', 'same-origin'),
});

app.get<{ Params: { id: string } }>('/users/:id', async (request) => {
  const { rows } = await pool.query({ name: 'get-user', text: getUserSql, values: [request.params.id] });
  return rows[0];
});

type List = { Params: { account: string }; Querystring: { limit?: string } };

app.get<List>('/accounts/:account/users', async ({ params, query }) => {
  const values = [params.account, query.limit ?? null];
  const { rows } = await pool.query({ name: 'list-users', text: listUsersSql, values });
  return { items: rows };
});

app.get<List>('/accounts/:account/users-as-json', async ({ params, query }, reply) => {
  const values = [params.account, query.limit ?? null];
  const { rows } = await pool.query<{ body: string }>({ name: 'list-as-json', text: listUsersAsJsonSql, values });
  return reply.type('application/json; charset=utf-8').send(rows[0]?.body);
});

app.post<{ Body: { username: string; password: string } }>('/sign-in', async ({ body }, reply) => {
  const { rows } = await pool.query({ name: 'find-by-email', text: findByEmailSql, values: [body.username] });
  const [user] = rows;
  if (!user || !(await verify(user['password-hash'], body.password))) return reply.code(401).send({ success: false });
  return { id: user.id, 'first-name': user['first-name'], 'last-name': user['last-name'] };
});

app.post<{ Body: Record<string, string> }>('/users', async ({ body }, reply) =>
  inTransaction(async (client) => {
    const account = body['account-id'];
    const values = [account, body['email'], body['first-name'], body['last-name'], body['title'], body['description']];
    const { rows } = await client.query({ name: 'insert-user', text: insertUserSql, values });
    const line = [account, 'create-user', rows[0].id, JSON.stringify(rows[0])];
    await client.query({ name: 'insert-log', text: insertLogSql, values: line });
    return reply.code(201).send(rows[0]);
  }),
);

app.post<{ Params: { lease: string }; Body: { epoch: number; seq: number } }>(
  '/leases/:lease/heartbeat',
  async (request) => {
    const { epoch, seq } = request.body;
    const values = [request.params.lease, epoch, seq];
    const { rows } = await pool.query({ name: 'heartbeat', text: heartbeatSql, values });
    if (rows.length === 0) throw new Error('There is no such lease.');
    return rows[0];
  },
);

app.post<{ Params: { account: string; user: string }; Body: { device: string } }>(
  '/accounts/:account/users/:user/leases',
  async (request, reply) =>
    inTransaction(async (client) => {
      const { account, user } = request.params;
      const values = [account, user, request.body.device];
      const { rows } = await client.query({ name: 'consume', text: consumeSql, values });
      const [seat] = rows;
      if (!seat) throw new Error('No seat is free.');
      const change = [account, 'license:ConsumeLicense', seat.id, JSON.stringify(request.body)];
      await client.query({ name: 'audit', text: insertAuditSql, values: change });
      return reply.code(201).send(seat);
    }),
);

async function inTransaction<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

await app.listen({ host: '127.0.0.1', port: 0 });
process.on('SIGTERM', async () => {
  await app.close();
  await pool.end();
  process.disconnect();
});
const address = app.server.address();
process.send?.(typeof address === 'object' ? address?.port : null);
