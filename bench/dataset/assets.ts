import type pg from "pg";

/** What hosts are named after; the first of each group is the one that searches ask for. */
const cities = ["北京", "上海", "广州", "深圳", "成都"] as const;
const purposes = ["数据库", "网关", "缓存", "应用"] as const;

/** Built-in platforms of hosts that the assets are spread over. */
const platforms = [1, 2, 3, 5, 6] as const;

/**
 * Creates assets in an organization by copying one host, in no node yet, and numbers them from 1 in the temporary table
 * `numbered_assets (n, id)`. A fifth is in 北京, a quarter is a 数据库, and ten in all have the comment 凤凰备用. They
 * differ in platform, protocols, connectivity, and whether they are active; the organization's domains are spread over
 * them: a tenth of the domains has a third of the assets. Each asset has one account.
 */
export async function createAssets(
  database: pg.Client,
  hostId: string,
  organization: string,
  count: number,
): Promise<void> {
  const { rows } = await database.query<{ name: string }>(
    `select string_agg(quote_ident(column_name), ', ') as name from information_schema.columns
     where table_name = 'assets' and is_generated = 'NEVER' and column_name not in ('id', 'org_id', 'name', 'address',
       'comment', 'domain_id', 'platform_id', 'type', 'is_active', 'protocols', 'connectivity')`,
  );
  const copied = rows[0]?.name ?? "";
  await database.query("create temp table numbered_assets (n integer primary key, id uuid) on commit drop");
  await database.query(
    "insert into numbered_assets select n, gen_random_uuid() from generate_series(1, $1::int) n",
    [count],
  );
  await database.query("analyze numbered_assets");
  await database.query(
    `with divided as (
       select array_agg(id order by name) filter (where right(name, 1) = '0') as large,
         array_agg(id order by name) filter (where right(name, 1) <> '0') as others
       from domains where org_id = $1
     ), host as (select * from assets where id = $2)
     insert into assets (id, org_id, name, address, comment, domain_id, platform_id, type, is_active, protocols,
       connectivity, ${copied})
     select a.id, $1, 'host-' || lpad(n::text, 7, '0') || '-' || ($4::text[])[1 + n % 5] || ($5::text[])[1 + n % 4],
       '10.' || (n / 65536) || '.' || (n / 256 % 256) || '.' || (n % 256),
       case when n % ($3::int / 10) = 7 then '凤凰备用' else '' end,
       case when n % 3 = 0 then large[1 + n / 3 % cardinality(large)]
         else others[1 + (n - n / 3) % cardinality(others)] end,
       p.id, p.type, n % 50 <> 0,
       case when n % 10 = 0 then '[{"name":"rdp","port":3389}]' else host.protocols end,
       (array['-', 'ok', 'err'])[1 + n % 3], ${copied.replaceAll(/(^|, )/g, "$1host.")}
     from numbered_assets a cross join divided cross join host
     join (select id, type from platforms) p on p.id = ($6::int[])[1 + n % cardinality($6::int[])]`,
    [organization, hostId, count, cities, purposes, platforms],
  );
  await database.query(
    `insert into accounts (org_id, asset_id, name, username) select $1::uuid, id, 'root', 'root' from numbered_assets`,
    [organization],
  );
}
