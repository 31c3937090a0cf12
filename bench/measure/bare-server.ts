// What the product is compared with: the same driver, the same framework, the same database, and nothing else.
import { hash, verify } from '@node-rs/argon2';
import Fastify from 'fastify';
import pg from 'pg';
import { hashingThreads } from '../../apps/server/src/passwords/hasher.ts';
import { consumeSql, heartbeatSql, insertAuditSql, insertUserSql, listUsersSql } from './bare-statements.ts';

const pool = new pg.Pool({ connectionString: process.argv[2], max: 20 });
const app = Fastify();

app.get<{ Params: { id: string } }>('/users/:id', async (request) => {
  const { rows } = await pool.query({
    name: 'get-user',
    text: 'select * from users where id = $1',
    values: [request.params.id],
  });
  return rows[0];
});

app.get<{ Params: { account: string } }>('/accounts/:account/users', async (request, reply) => {
  const { rows } = await pool.query<{ body: string }>({
    name: 'list-users',
    text: listUsersSql,
    values: [request.params.account],
  });
  return reply.type('application/json; charset=utf-8').send(rows[0]?.body);
});

app.post<{ Params: { account: string }; Body: { email: string } }>('/accounts/:account/users', async (request, reply) =>
  inTransaction(async (client) => {
    const { account } = request.params;
    const user = await client.query({ name: 'user', text: insertUserSql, values: [account, request.body.email] });
    await client.query({
      name: 'audit',
      text: insertAuditSql,
      values: [account, 'iam:CreateUser', user.rows[0].id, JSON.stringify(user.rows[0])],
    });
    return reply.code(201).send(user.rows[0]);
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

/** How many passwords a second this machine can check at all, with as many threads as the product uses. */
app.get<{ Querystring: { seconds: string } }>('/passwords', async (request) => {
  const password = 'correct horse battery staple';
  const hashed = await hash(password, { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  const began = performance.now();
  const end = began + Number(request.query.seconds) * 1000;
  let done = 0;
  const work = async () => {
    while (performance.now() < end) {
      await verify(hashed, password);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: hashingThreads }, work));
  return { rate: (done / (performance.now() - began)) * 1000 };
});

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
