import { type Kysely, sql } from "kysely";
import type { Database } from "../../engine/database/index.ts";
import { portOfEndpoint, servedProtocols } from "./endpoint-ports.ts";

/** What keeps a rule from ever choosing its endpoint; `used`: nothing does. */
export type RuleState = "used" | "inactive" | "no_endpoint" | "no_ports" | "covered";

/** Whether a rule is ever reached. */
export interface RuleReach {
  readonly id: string;
  readonly name: string;
  readonly state: RuleState;
  /** Names of the rules that are checked before and take what it is about. */
  readonly causes: readonly string[];
}

/**
 * Whether each rule is ever reached, in the order in which they are checked. A rule is covered when, for everything
 * its endpoint serves, rules before it that serve the same take all of its addresses.
 */
export async function ruleReach(
  db: Kysely<Database>,
  { isHighestFirst, gatewayPort }: { readonly isHighestFirst: boolean; readonly gatewayPort: number },
): Promise<readonly RuleReach[]> {
  const served = sql.join(
    servedProtocols.map(
      (protocol) => sql`case when ${portOfEndpoint(protocol, gatewayPort)} > 0 then ${protocol}::text end`,
    ),
  );
  const { rows } = await sql<RuleReach>`
    with rules as materialized (
      select r.id, r.name, r.is_active, r.endpoint_id, row_number() over (order by r.priority ${sql.raw(isHighestFirst ? "desc" : "asc")}) as place,
        case when e.id is null then '{}' else array_remove(array[${served}], null) end as served,
        (select range_agg(g.addresses) from endpoint_rule_ranges g where g.rule_id = r.id) as addresses
      from endpoint_rules r left join endpoints e on e.id = r.endpoint_id
    ), coverage as (
      select r.id, coalesce(bool_and(coalesce((
        select range_agg(f.addresses) @> r.addresses from rules f
        where f.is_active and f.place < r.place and protocol = any(f.served)
      ), false)), false) as is_covered
      from rules r, unnest(r.served) as protocol group by r.id
    )
    select r.id, r.name,
      case when not r.is_active then 'inactive' when r.endpoint_id is null then 'no_endpoint'
        when cardinality(r.served) = 0 then 'no_ports' when c.is_covered then 'covered' else 'used' end as state,
      case when r.is_active and c.is_covered then (
        select coalesce(jsonb_agg(f.name order by f.place), '[]') from rules f
        where f.is_active and f.place < r.place and f.served && r.served and f.addresses && r.addresses
      ) else '[]' end as causes
    from rules r left join coverage c on c.id = r.id order by r.place
  `.execute(db);
  return rows;
}
