import { type Kysely, sql } from 'kysely';

const indexes = {
  'licenses-by-pool': `("pool-id", id) where "pool-id" is not null`,
  // The free seats of a pool, in the order in which they are given (compare "licenses-idle", 0025).
  'licenses-idle-in-pool': `("pool-id", overdraft, (coalesce("freed-on", "created-on")), id)
    where "pool-id" is not null and "deleted-on" is null and status = 'Active' and ("lease-state" = 'free' or "freed-on" is not null)`,
  'licenses-held-in-pool': `("pool-id", "holder-id") where "pool-id" is not null and "lease-state" in ('active', 'offline')`,
};

/** The actions on pools of the roles that may set the policies of licenses. */
const actions = [
  'license:ListPools',
  'license:GetPool',
  'license:CreatePool',
  'license:UpdatePool',
  'license:SetPoolPolicies',
  'license:SetPoolRules',
  'license:DeletePool',
];
/** Roles that one transaction changes: the sessions of their users notice the change. */
const chunk = 100;

/** Indexes of the licenses of pools, and the actions on pools in the built-in roles of existing accounts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A new database is migrated in one transaction, which permits no concurrent creation and needs none.
  const concurrently = db.isTransaction ? sql`` : sql`concurrently`;
  for (const [name, columns] of Object.entries(indexes)) {
    // An interrupted concurrent creation leaves an index that is never used.
    await sql`drop index ${concurrently} if exists ${sql.id(name)}`.execute(db);
    await sql`create index ${concurrently} ${sql.id(name)} on licenses ${sql.raw(columns)}`.execute(db);
  }
  const may = '$[*].statements[*] ? (@.effect == "Allow").actions[*] ? (@ == "license:SetLicensePolicies")';
  const lists = '$[*].statements[*].actions[*] ? (@ == "license:ListPools")';
  for (let changed = chunk; changed === chunk; ) {
    const { rows } = await sql<{ id: string }>`
      update roles set policies = (
        select jsonb_agg(policy || jsonb_build_object('statements', (
          select jsonb_agg(case when statement -> 'actions' ? 'license:SetLicensePolicies' and statement ->> 'effect' = 'Allow'
            then statement || jsonb_build_object('actions', statement -> 'actions' || ${JSON.stringify(actions)}::jsonb)
            else statement end order by number)
          from jsonb_array_elements(policy -> 'statements') with ordinality as statements (statement, number))) order by place)
        from jsonb_array_elements(policies) with ordinality as policies (policy, place))
      where id = any(array(select id from roles
        where jsonb_path_exists(policies, ${may}::jsonpath) and not jsonb_path_exists(policies, ${lists}::jsonpath)
        limit ${chunk} for update skip locked))
      returning id`.execute(db);
    changed = rows.length;
  }
}
