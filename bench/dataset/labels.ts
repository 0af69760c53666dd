import type pg from "pg";

/** Labels each asset carries of those that few assets have, and of those that many have. */
const rareEach = 3;
const sharedEach = 2;

/** How many labels many assets have; with them comes one that all assets have. */
export const sharedLabels = 50;

/** Creates the domains of an organization, before its assets: `domain-00001` and so on. */
export async function createDomains(database: pg.Client, organization: string, count: number): Promise<void> {
  await database.query(
    `insert into domains (org_id, name)
     select $1::uuid, 'domain-' || lpad(n::text, 5, '0') from generate_series(1, $2::int) n`,
    [organization, count],
  );
}

/**
 * Creates labels and puts them on the assets in `numbered_assets`: three of so many (`label-0001:value-7`), two of fifty
 * (`shared-7:value`), and one that all have (`zz-everywhere:yes`).
 */
export async function createLabels(database: pg.Client, organization: string, count: number): Promise<void> {
  await database.query(
    "create temp table numbered_labels (id uuid, kind text, n integer, primary key (kind, n)) on commit drop",
  );
  await database.query(
    `insert into numbered_labels
     select gen_random_uuid(), kind, n from
       (select 'label' as kind, generate_series(1, $1::int) as n
        union all select 'shared', generate_series(1, $2::int)
        union all select 'everywhere', 1) as planned`,
    [count, sharedLabels],
  );
  await database.query(
    `insert into labels (id, org_id, name, value)
     select id, $1::uuid,
       case kind when 'label' then 'label-' || lpad((n / 10)::text, 4, '0') when 'shared' then 'shared-' || n
         else 'zz-everywhere' end,
       case kind when 'label' then 'value-' || n % 10 when 'shared' then 'value' else 'yes' end
     from numbered_labels`,
    [organization],
  );
  await database.query("analyze numbered_labels");
  // Both ends were created in this transaction: looking each of them up again takes longer than linking.
  await database.query("set local session_replication_role = replica");
  await database.query(
    `insert into asset_labels (asset_id, label_id)
     select a.id, l.id from numbered_assets a cross join generate_series(0, $3::int - 1) k
       join numbered_labels l on l.kind = 'label' and l.n = (a.n + k * ($1::int / $3::int)) % $1::int + 1
     union all
     select a.id, l.id from numbered_assets a cross join generate_series(0, $4::int - 1) k
       join numbered_labels l on l.kind = 'shared' and l.n = (a.n + k) % $2::int + 1
     union all
     select a.id, l.id from numbered_assets a join numbered_labels l on l.kind = 'everywhere'`,
    [count, sharedLabels, rareEach, sharedEach],
  );
  await database.query("set local session_replication_role = origin");
}
