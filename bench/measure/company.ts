import { builtInRoles } from '@keyhold/contract';
import { hash } from '@node-rs/argon2';
import pg from 'pg';

/** An account with people in it, made for a measurement. */
export interface Company {
  readonly account: string;
  /** Everybody, by the order they were made in; the first is an Administrator. */
  readonly users: readonly string[];
  readonly emails: readonly string[];
}

/** Everybody's. */
export const password = 'correct horse battery staple';

/**
 * Makes an account with people, each with two of twenty tags; one in ten carries a role. All are active.
 *
 * @param connectionString of somebody whom no policy of the database binds
 */
export async function makeCompany(connectionString: string, name: string, people: number): Promise<Company> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query('begin');
    // What triggers would do row by row is done for all at once below.
    await client.query(`set local session_replication_role = 'replica'`);
    const account = await one(client, `insert into accounts (name, status) values ($1, 'Active') returning id`, [name]);
    for (const role of builtInRoles({ provider: false })) {
      await client.query('insert into roles ("account-id", name, description, policies) values ($1, $2, $3, $4)', [
        account,
        role.name,
        role.description,
        JSON.stringify(role.policies),
      ]);
    }
    const hashed = await hash(password, { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 });
    await client.query(insertTags, [account]);
    const users = await client.query<{ id: string; email: string }>(insertUsers, [
      account,
      people,
      hashed,
      name.toLowerCase().replaceAll(' ', '-'),
    ]);
    await client.query(insertUserTags, [account]);
    const admin = users.rows[0]?.id;
    await client.query(insertUserRoles, [account, admin]);
    await client.query(noteLabels, [account]);
    await client.query(noteTexts, [account]);
    await client.query('commit');
    await client.query('analyze');
    return { account, users: users.rows.map((row) => row.id), emails: users.rows.map((row) => row.email) };
  } finally {
    await client.end();
  }
}

async function one(client: pg.Client, text: string, values: unknown[]): Promise<string> {
  const { rows } = await client.query<{ id: string }>(text, values);
  if (!rows[0]) throw new Error('PostgreSQL answered without a row.');
  return rows[0].id;
}

const insertTags = `
  insert into tags ("account-id", name) select $1, 'Team ' || n from generate_series(1, 20) as n`;

const insertUsers = `
  insert into users ("account-id", email, "first-name", "last-name", title, description, status, "password-hash", "last-login", "last-password-change")
  select $1, 'person-' || n || '@' || $4 || '.example',
    (array['Ada','Blaise','Carl','Dorothy','Emmy','Felix','Grace','Hedy','Ida','Jean'])[1 + (n * 7) % 10],
    (array['Ashby','Byron','Curie','Dirac','Euler','Fermi','Gauss','Hopper','Ito','Jordan','Kepler'])[1 + (n * 3) % 11] || ' ' || n,
    case when n % 5 = 0 then 'Dr.' else '' end, case when n % 4 = 0 then 'Works in prepress, in the early shift.' else '' end,
    'Active', $3, now() - make_interval(mins => n % 1000), now() - make_interval(days => n % 90)
  from generate_series(1, $2::int) as n order by n
  returning id, email`;

const insertUserTags = `
  insert into "user-tags" ("user-id", "tag-id", "account-id")
  select u.id, t.id, $1 from (select id, row_number() over () as n from users where "account-id" = $1) as u
  join (select id, row_number() over () as n from tags where "account-id" = $1) as t on t.n in (1 + u.n % 20, 1 + (u.n + 7) % 20)`;

const insertUserRoles = `
  insert into "user-roles" ("user-id", "role-id", "account-id")
  select u.id, r.id, $1 from (select id, row_number() over (order by id <> $2, id) as n from users where "account-id" = $1) as u
  join roles r on r."account-id" = $1 and r.name = 'Administrator' where u.n % 10 = 1`;

/** As the trigger "note-labels" does. */
const noteLabels = `
  update users set labels = labelled.ids from (
    select "user-id", array_agg(label) as ids
    from (select "user-id", "role-id" from "user-roles" where "account-id" = $1 union all
      select "user-id", "tag-id" from "user-tags" where "account-id" = $1) as labels ("user-id", label)
    group by "user-id") as labelled
  where users.id = labelled."user-id"`;

/** As the trigger "note-search-text" does. */
const noteTexts = `
  insert into "search-texts" select id::text, 'users ' || "account-id", "search-text" from users where "account-id" = $1`;
