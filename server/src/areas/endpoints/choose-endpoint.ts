import { isIP } from "node:net";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { addressNumber } from "../../engine/access/index.ts";
import type { Database } from "../../engine/database/index.ts";
import type { SiteServices } from "../../engine/http/index.ts";
import { highestFirst } from "../acls/index.ts";
import { assetLabelsTable, labelsTable } from "../assets/index.ts";
import { portOfEndpoint } from "./endpoint-ports.ts";
import { defaultEndpointId } from "./endpoints-resource.ts";
import { oraclePortOf } from "./oracle-ports.ts";
import { targetAddress } from "./target-address.ts";

/** What an endpoint is chosen for. */
export interface EndpointQuestion {
  /** What the client speaks, such as `ssh`. */
  readonly protocol: string;
  /** The asset, whose labels may name an endpoint. */
  readonly assetId: string | null;
  /** Host name or address of the target. */
  readonly target: string | null;
}

/** The endpoint that is chosen, and why. */
export interface EndpointChoice {
  readonly id: string;
  readonly name: string;
  /** Empty: wherever the site is. */
  readonly host: string;
  /** 0: the protocol is not offered. */
  readonly port: number;
  readonly by: "label" | "rule" | "default";
  /** The rule that chose it. */
  readonly rule: { readonly id: string; readonly name: string } | null;
  /** The target's address, where that had a say. */
  readonly address: string | null;
}

/** The label by which an asset names its endpoint. */
const endpointLabel = "endpoint";

type Found = Pick<EndpointChoice, "id" | "name" | "host" | "port">;

const columns = (port: RawBuilder<number>): RawBuilder<Found> =>
  sql<Found>`e.id, e.name, e.host, ${port} as port`;

async function byLabel(
  db: Kysely<Database>,
  assetId: string,
  port: RawBuilder<number>,
): Promise<Found | undefined> {
  const { rows } = await sql<Found>`
    select ${columns(port)} from ${assetLabelsTable} l
    join ${labelsTable} b on b.id = l.label_id and b.is_active and b.name = ${endpointLabel}
    join endpoints e on e.name = b.value
    where l.asset_id = ${assetId}::uuid and ${port} > 0
    order by e.date_updated desc, e.id limit 1
  `.execute(db);
  return rows[0];
}

/** Whether any rule looks at addresses, so that a name has to be looked up. */
async function doAddressesMatter(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql`
    select from endpoint_rule_ranges g join endpoint_rules r on r.id = g.rule_id
    where r.is_active and not upper_inf(g.addresses) limit 1
  `.execute(db);
  return rows.length > 0;
}

async function byRule(
  services: SiteServices,
  db: Kysely<Database>,
  address: string | null,
  port: RawBuilder<number>,
): Promise<(Found & { readonly rule_id: string; readonly rule_name: string }) | undefined> {
  const number = address === null ? null : addressNumber(address);
  const holds =
    number === null
      ? sql<boolean>`upper_inf(g.addresses)`
      : sql<boolean>`g.addresses @> ${String(number)}::numeric`;
  const direction = sql.raw((await highestFirst(services)) ? "desc" : "asc");
  const { rows } = await sql<Found & { rule_id: string; rule_name: string }>`
    select ${columns(port)}, r.id as rule_id, r.name as rule_name
    from endpoint_rules r join endpoints e on e.id = r.endpoint_id
    where r.is_active and ${port} > 0
      and exists (select from endpoint_rule_ranges g where g.rule_id = r.id and ${holds})
    order by r.priority ${direction} limit 1
  `.execute(db);
  return rows[0];
}

/**
 * Where a client connects to for a target: what a label of the asset names, else what the first rule about its address
 * does, where the protocol is offered; else the default endpoint. Contract: docs/contract/endpoints.md, section 3.
 */
export async function chooseEndpoint(
  services: SiteServices,
  db: Kysely<Database>,
  { protocol, assetId, target }: EndpointQuestion,
): Promise<EndpointChoice> {
  // Every endpoint offers an Oracle database, at the port that is the database's own.
  const port =
    protocol === "oracle"
      ? sql<number>`${await oraclePortOf(db, assetId)}::integer`
      : portOfEndpoint(protocol, services.config.sshPort);
  const labelled = assetId === null ? undefined : await byLabel(db, assetId, port);
  if (labelled !== undefined) return { ...labelled, by: "label", rule: null, address: null };
  const isKnown = target !== null && (isIP(target) !== 0 || (await doAddressesMatter(db)));
  const address = isKnown ? await targetAddress(target) : null;
  const ruled = await byRule(services, db, address, port);
  if (ruled !== undefined) {
    const { rule_id: id, rule_name: name, ...found } = ruled;
    return { ...found, by: "rule", rule: { id, name }, address };
  }
  const { rows } = await sql<Found>`
    select ${columns(port)} from endpoints e where e.id = ${defaultEndpointId}::uuid
  `.execute(db);
  const [usual] = rows;
  if (usual === undefined) throw new Error("the default endpoint is not there");
  return { ...usual, by: "default", rule: null, address };
}
