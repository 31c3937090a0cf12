import { builtInRoles } from '@keyhold/contract';
import { hash } from '@node-rs/argon2';
import pg from 'pg';

/** An account with people in it, made for a measurement. */
export interface Company {
  readonly account: string;
  /** The first thousand users, the first of whom is an Administrator. */
  readonly users: readonly string[];
  readonly emails: readonly string[];
}

/** The password of all users. */
export const password = 'correct horse battery staple';

/** The maximum number of user ids that are read from a company. */
const maxKnown = 1_000;

/**
 * Creates an account with active people, each with two of twenty tags; one in ten has a role.
 *
 * @param connectionString of a role that bypasses row-level security
 * @param searched whether searches find them, which takes longest to prepare
 */
export async function makeCompany(
  connectionString: string,
  name: string,
  people: number,
  { searched = true } = {},
): Promise<Company> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query('begin');
    // The work of triggers is done below for all rows at once.
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
    await client.query(preparePeople, [account, people]);
    await client.query(insertUsers, [account, hashed, name.toLowerCase().replaceAll(' ', '-')]);
    await client.query(insertUserTags, [account]);
    await client.query(insertUserRoles, [account]);
    if (searched) await client.query(noteTexts, [account]);
    const users = await client.query<{ id: string; email: string }>(
      `select users.id, email from people join users on users.id = people.id where n <= ${maxKnown} order by n`,
    );
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

/** The people in the order of their ids, with the values that the trigger "note-labels" would store. */
const preparePeople = `
  create temp table people on commit drop as
  select "new-id"() as id, n, array[tags[1 + n % 20], tags[1 + (n + 7) % 20]] as tags,
    case when n % 10 = 1 then array[role] else '{}' end as roles
  from generate_series(1, $2::int) as n,
    (select array_agg(id) as tags from tags where "account-id" = $1) as of_tags,
    (select id as role from roles where "account-id" = $1 and name = 'Administrator') as of_roles`;

const insertUsers = `
  insert into users (id, "account-id", email, "first-name", "last-name", title, description, status, "password-hash",
    "last-login", "last-password-change", labels)
  select id, $1, 'person-' || n || '@' || $3 || '.example',
    (array['Ada','Blaise','Carl','Dorothy','Emmy','Felix','Grace','Hedy','Ida','Jean'])[1 + (n * 7) % 10],
    (array['Ashby','Byron','Curie','Dirac','Euler','Fermi','Gauss','Hopper','Ito','Jordan','Kepler'])[1 + (n * 3) % 11] || ' ' || n,
    case when n % 5 = 0 then 'Dr.' else '' end, case when n % 4 = 0 then 'Works in prepress, in the early shift.' else '' end,
    'Active', $2, now() - make_interval(mins => n % 1000), now() - make_interval(days => n % 90), roles || tags
  from people order by n`;

const insertUserTags = `
  insert into "user-tags" ("user-id", "tag-id", "account-id") select id, unnest(tags), $1 from people`;

const insertUserRoles = `
  insert into "user-roles" ("user-id", "role-id", "account-id") select id, unnest(roles), $1 from people`;

/** Stores the same rows as the trigger "note-search-text". */
const noteTexts = `
  insert into "search-texts" select id::text, 'users ' || "account-id", "search-text" from users where "account-id" = $1`;
