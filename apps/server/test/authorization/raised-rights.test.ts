import { globSync, readFileSync } from 'node:fs';
import { callList } from '@keyhold/contract';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../app.ts';
import { ready } from '../crash/ready.ts';
import { toldOfEverything } from '../crash/recipes.ts';
import { createMaker, type Maker } from '../made/maker.ts';

let test: TestApp;
let make: Maker;
let account: string;
let database: pg.Client;
beforeAll(async () => {
  test = await createTestApp();
  make = createMaker(test);
  account = await test.createAccount('Raised');
  await toldOfEverything(test, make, account);
  database = new pg.Client({ connectionString: test.connectionString });
  await database.connect();
  await database.query("set keyhold.account = '*'");
  await database.query(noting);
});
afterAll(async () => {
  await database.end();
  await test.close();
});

/** Notes each user whose rights a statement may have raised: by a role, or by a policy of theirs or of their role. */
const noting = `
  create table raised ("user-id" uuid not null);
  create function "note-raised"() returns trigger language plpgsql security definer as $$
  declare visible text := current_setting('keyhold.account', true);
  begin
    perform set_config('keyhold.account', '*', true);
    if tg_table_name = 'user-roles' then insert into raised values (new."user-id");
    elsif tg_table_name = 'users' then insert into raised values (new.id);
    else insert into raised select "user-id" from "user-roles" where "role-id" = new.id;
    end if;
    perform set_config('keyhold.account', coalesce(visible, ''), true);
    return null;
  end $$;
  create trigger raised after insert or update on "user-roles" for each row execute function "note-raised"();
  create trigger raised after update of policies on users for each row
    when (new.policies is distinct from old.policies) execute function "note-raised"();
  create trigger raised after update of policies on roles for each row
    when (new.policies is distinct from old.policies) execute function "note-raised"();`;

/** A key for every user, whose issuer has no rights: a call that raises rights must end it. */
const issuing = `insert into "activation-keys" (hash, "user-id", "account-id", purpose, "expires-on")
  select sha256(convert_to(id::text || clock_timestamp(), 'UTF8')), id, "account-id", 'activation', now() + interval '1 day'
  from users where "deleted-on" is null`;

/** The users who were raised since, and whether one of those keys still works. */
const outcome = `select distinct "user-id" as id, exists (
    select from "activation-keys" as key where key."user-id" = raised."user-id" and "ended-on" is null) as kept
  from raised where exists (select from "activation-keys" as key where key."user-id" = raised."user-id")`;

const changing = callList.filter(({ method, name }) => method !== 'GET' && name !== 'testSingleSignOn');
/** The calls that raise a user's rights. */
const raising = ['addUserRole', 'changeUserRoles'];

describe('Rights that a call raises', () => {
  it.each(changing.map((call) => [call.name, call] as const))(
    'end the keys of lesser issuers: %s',
    async (name, call) => {
      const run = await ready({ test, make, account }, call);
      await database.query(issuing);
      await database.query('truncate raised');
      expect((await run()).status).toBe(call.status);
      const users = (await database.query<{ id: string; kept: boolean }>(outcome)).rows;
      expect(users.length > 0).toBe(raising.includes(name));
      expect(users.filter(({ kept }) => kept)).toEqual([]);
    },
  );
});

/** The sources that write what users' rights follow from, each for a reason why no key outlives it. */
const writers: Readonly<Record<string, string>> = {
  'modules/users/user-roles-and-tags.ts': 'ends the keys of lesser issuers',
  'modules/users/move-users.ts': 'ends every key',
  'modules/single-sign-on/person.ts': 'of a user who was just created, and is Active',
  'modules/accounts/accounts.ts': 'the roles of an account that was just created',
  'start/first-start.ts': 'of the first administrator, whose keys the operator has',
};

const writesRoles = /(insertInto|updateTable)\('(user-roles|roles)'\)|(insert into|update) "?(user-roles|roles)\b/i;
const writesUsers = /(updateRow\(\w+, |insertInto\(|updateTable\()'users'|(changeUser|changeTexts|insertUser)\(/;
const givesPolicies = /\bpolicies: (?!readonly )/;

it('Only known sources write roles, who has them, and policies of users', () => {
  const root = `${import.meta.dirname}/../../src`;
  const sources = globSync('**/*.ts', { cwd: root }).filter((file) => !/\.test\.ts$|^db\/migrations\//.test(file));
  const found = sources.filter((file) => {
    const source = readFileSync(`${root}/${file}`, 'utf8');
    return writesRoles.test(source) || (writesUsers.test(source) && givesPolicies.test(source));
  });
  expect(found.toSorted()).toEqual(Object.keys(writers).toSorted());
});
