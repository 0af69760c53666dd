import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect } from "vitest";
import { organizationIds } from "../areas/organizations/index.ts";
import { roleIds } from "../areas/roles/index.ts";
import type { TestProduct } from "./product.ts";

/** Ids of what users and assets of the world are related to, by attribute. */
export type RelatedIds = Readonly<Record<string, readonly string[]>>;

/** Words that names are made of. */
export const words = [
  "web",
  "Web-1",
  "web-12",
  "db",
  "db_1",
  "DB%",
  "bob",
  "bobby",
  "prod",
  "数据库",
  "é",
  "\u{1f600}",
  "\uffee",
];
/** Addresses of assets: well and badly spelled, and names. */
const addresses = [
  "10.0.0.1",
  "10.0.0.255",
  "10.0.1.7",
  "10.1.1.1",
  "192.168.1.0",
  "192.168.1.20",
  "172.16.0.9",
  "010.0.0.1",
  "10.0.0.300",
  "10.0.0.1/8",
  "2001:db8::1",
  "2001:0db8:0:0::0001",
  "2001:DB8::ffff",
  "::1",
  "::ffff:10.0.0.1",
  "fe80::1%eth0",
  "web-1.example.com",
  "10.0",
  ":",
  "",
];
/** What lists of addresses are made of. */
export const entries = [
  "10.0.0.1",
  "10.0.0.0/8",
  "10.0.0.0/24",
  "192.168.1.0/31",
  "10.0.0.9-10.0.0.1",
  "10.0.0.200-10.0.1.20",
  "2001:db8::/32",
  "2001:db8::1",
  "2001:db8::1-2001:db8::ff",
  "10.0",
  "web-",
  "0.0.0.0/0",
  "::/0",
  "*",
];

const pick = <T>(list: readonly T[], at: number): T => list[at % list.length] as T;

/** A little of everything that filters can be about, in the default organization. */
export async function makeFilterWorld(product: TestProduct): Promise<RelatedIds> {
  const related = await makeRelated(product);
  await makeUsers(product, related);
  await makeAssets(product, related);
  return related;
}

async function makeRelated(product: TestProduct) {
  const post = async (path: string, body: unknown): Promise<string> => {
    const { status, body: made } = await product.administrator.call("POST", path, body);
    expect([path, status]).toEqual([path, 201]);
    return made.id;
  };
  const top = await post("assets/nodes/", { value: "Top" });
  const below = await post(`assets/nodes/${top}/children/`, { value: "Below" });
  const { rows: platforms } = await sql<{ id: number }>`
    select min(id) as id from platforms group by category, type order by 1 limit 6
  `.execute(product.database.db);
  return {
    nodes: [top, below, await post("assets/nodes/", { value: "Beside" })],
    labels: [
      await post("assets/labels/", { name: "stage", value: "prod" }),
      await post("assets/labels/", { name: "stage", value: "test" }),
    ],
    domain: [await post("assets/domains/", { name: "far" })],
    groups: [await post("users/groups/", { name: "Dev" }), await post("users/groups/", { name: "Ops" })],
    system_roles: [roleIds.systemUser, roleIds.systemAdmin],
    org_roles: [roleIds.organizationUser, roleIds.organizationAdmin],
    platform: platforms.map(({ id }) => String(id)),
  };
}

async function makeUsers(
  { database: { db }, administrator }: TestProduct,
  related: RelatedIds,
): Promise<void> {
  const { body: other } = await administrator.call("POST", "orgs/orgs/", { name: "Elsewhere" });
  for (let at = 0; at < 36; at += 1) {
    const id = randomUUID();
    const name = `${pick(words, at)}${pick(["", " ", "x"], at)}${pick(words, at * 7 + 3)}`;
    await sql`insert into users (id, username, name, email, comment, source, is_active) values
      (${id}, ${`${pick(words, at + 5)}${at}`}, ${name}, ${`${at}@example.com`},
       ${pick(["", "prod", "*", "\\"], at)}, ${pick(["local", "ldap"], at)}, ${at % 3 > 0})`.execute(db);
    const bind = (role: string, scope: "system" | "org", organization: string | null) =>
      sql`insert into role_bindings (user_id, role_id, scope, org_id)
        values (${id}, ${role}, ${scope}, ${organization})`.execute(db);
    await bind(pick(related.system_roles ?? [], at), "system", null);
    if (at % 4 > 0) await bind(pick(related.org_roles ?? [], at), "org", organizationIds.default);
    if (at % 5 === 0) await bind(roleIds.organizationAdmin, "org", other.id);
    if (at % 3 > 0) continue;
    const group = pick(related.groups ?? [], at / 3);
    await sql`insert into user_group_members (user_id, usergroup_id) values (${id}, ${group})`.execute(db);
  }
}

const protocols = [
  [],
  [{ name: "ssh", port: 22 }],
  [
    { name: "rdp", port: 3389 },
    { name: "ssh", port: 22 },
  ],
];

async function makeAssets({ database: { db } }: TestProduct, related: RelatedIds): Promise<void> {
  for (let at = 0; at < 40; at += 1) {
    const id = randomUUID();
    const platform = pick(related.platform ?? [], at);
    await sql`insert into assets
      (id, org_id, name, address, comment, platform_id, category, type, protocols, is_active, domain_id)
      select ${id}, ${organizationIds.default}, ${`${pick(words, at * 5 + 1)}-${at}`}, ${pick(addresses, at)},
        ${pick(["", "prod web", "_"], at)}, p.id, p.category, p.type, ${JSON.stringify(pick(protocols, at))},
        ${at % 4 > 0}, ${at % 3 === 0 ? pick(related.domain ?? [], 0) : null}::uuid
      from platforms p where p.id = ${Number(platform)}`.execute(db);
    await sql`insert into asset_nodes (asset_id, node_id) values (${id}, ${pick(related.nodes ?? [], at)})`.execute(
      db,
    );
    if (at % 2 > 0) continue;
    const label = pick(related.labels ?? [], at / 2);
    await sql`insert into asset_labels (asset_id, label_id) values (${id}, ${label})`.execute(db);
  }
}
