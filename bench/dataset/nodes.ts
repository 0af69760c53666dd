import type pg from "pg";
import type { Tree } from "./dataset.ts";

/** Creates nodes below others: `parents` is a condition on `p`, `name` an expression of `p` and the number `n`. */
interface Level {
  readonly parents: string;
  readonly count: number;
  readonly name: string;
}

/** Ten sites: the first holds racks alone, each of the others ten rooms with racks, one of them named after 凤凰. */
function levels(wide: number): Level[] {
  return [
    { parents: "p.parent_id is null", count: 10, name: "'site-' || n" },
    { parents: "p.value = 'site-0'", count: wide, name: "'rack-0-' || n" },
    {
      parents: "p.value like 'site-%' and p.value <> 'site-0'",
      count: 10,
      name: "'room-' || substr(p.value, 6) || '-' || n",
    },
    {
      parents: "p.value like 'room-%'",
      count: Math.max(Math.floor((wide - 10) / 10), 1),
      name: `(case when p.value = 'room-1-4' and n = 0 then '凤凰' else ('{北京,上海,广州}'::text[])[1 + n % 3] end)
             || '-rack-' || substr(p.value, 6) || '-' || n`,
    },
  ];
}

/**
 * Creates the tree of an organization and puts the assets in `numbered_assets` into it, ten in each rack of a large
 * organization. Racks are numbered from 0 in the temporary table `numbered_racks (n, id)`. The counts above the racks
 * follow from the database's own triggers.
 */
export async function createTree(database: pg.Client, organization: string, assets: number): Promise<Tree> {
  const wide = Math.max(Math.floor(assets / 100), 2);
  let nodes = 1;
  for (const { parents, count, name } of levels(wide)) {
    const { rowCount } = await database.query(
      `insert into nodes (org_id, parent_id, key, value, full_value)
       select p.org_id, p.id, p.key || ':' || n, ${name}, p.full_value || '/' || ${name}
       from nodes p, generate_series(0, $2::int - 1) n where p.org_id = $1 and ${parents}`,
      [organization, count],
    );
    nodes += rowCount ?? 0;
  }
  // What was created in this transaction is unknown to the planner until it has looked.
  await database.query("analyze nodes");
  await database.query(
    `update nodes p set next_child = children.amount
     from (select parent_id, count(*) as amount from nodes where org_id = $1 group by 1) children
     where p.id = children.parent_id`,
    [organization],
  );
  await database.query("create temp table numbered_racks (n integer primary key, id uuid) on commit drop");
  await database.query(
    `insert into numbered_racks select row_number() over (order by key) - 1, id from nodes
     where org_id = $1 and value like '%rack-%'`,
    [organization],
  );
  await database.query("analyze numbered_racks");
  await database.query(
    `insert into asset_nodes (asset_id, node_id) select a.id, r.id
     from numbered_assets a join numbered_racks r on r.n = a.n % (select count(*) from numbered_racks)`,
  );
  const { rows } = await database.query<Omit<Tree, "nodes" | "wide">>(
    `select root.id as root, root.key as "rootKey", site.id as site, room.id as room
     from nodes root
     join nodes site on site.parent_id = root.id and site.value = 'site-3'
     join nodes room on room.org_id = root.org_id and room.value = 'room-4-7'
     where root.org_id = $1 and root.parent_id is null`,
    [organization],
  );
  const [found] = rows;
  if (found === undefined) throw new Error("the tree was not created");
  return { nodes, wide, ...found };
}
