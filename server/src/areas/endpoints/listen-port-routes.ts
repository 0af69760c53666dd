import { type Kysely, sql } from "kysely";
import { type CallerContext, permission } from "../../engine/access/index.ts";
import type { Database } from "../../engine/database/index.ts";
import { NotFound } from "../../engine/errors.ts";
import { caller, type RouteDeclaration } from "../../engine/http/index.ts";
import { text as common, type Message } from "../../engine/i18n/index.ts";
import type { Json } from "../../engine/json.ts";
import { computed, text as textField, uuid } from "../../engine/resource/index.ts";
import { gatewaysOfAsset } from "../accounts/index.ts";
import { assetsTable, connectionFacts } from "../assets/index.ts";
import { oraclePorts } from "./oracle-ports.ts";
import { text } from "./texts.ts";

/** Of assets those the caller sees: in their organization, or all of them for components and in the root one. */
async function seen(
  db: Kysely<Database>,
  { organization, principal }: CallerContext,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const isWhole = organization.isRoot || principal.isServiceAccount;
  const { rows } = await sql<{ id: string }>`
    select id from ${assetsTable} where id = any(${[...ids]}::uuid[])
      and ${isWhole ? sql`true` : sql`org_id = ${organization.id}::uuid`}
  `.execute(db);
  return new Set(rows.map(({ id }) => id));
}

async function visiblePorts(context: CallerContext) {
  const { db } = context.services;
  const ports = await oraclePorts(db);
  const visible = await seen(
    db,
    context,
    ports.map(({ assetId }) => assetId),
  );
  return ports.filter(({ assetId }) => visible.has(assetId));
}

/** The gateway through which a database is reached, without its account; null outside of domains. */
async function gatewayOf({ services }: CallerContext, assetId: string): Promise<Json> {
  const candidates = await gatewaysOfAsset(services, assetId);
  const gateway = candidates.find(({ connected }) => connected) ?? candidates[0];
  if (gateway === undefined) return null;
  const { id, name, address, port } = gateway;
  return { id, name, address, protocols: [{ name: "ssh", port }] };
}

const word = (label: Message) => textField({ label });

const databaseFields = {
  id: uuid({ label: common.id }),
  name: word(common.name),
  address: word(text.address),
  category: word(text.category),
  type: word(text.type),
  org_id: word(text.organization),
  protocols: computed({ label: text.protocols, present: () => [] }),
  info: computed({ label: text.facts, present: () => null }),
  spec_info: computed({ label: text.specification, present: () => null }),
  gateway: computed({ label: text.gateway, present: () => null }),
};

/** Where proxies of databases listen. Contract: docs/contract/endpoints.md, section 5. */
export const listenPortRoutes: readonly RouteDeclaration[] = [
  {
    methods: ["GET"],
    path: "/api/v1/terminal/db-listen-ports/",
    access: permission("assets.view_asset"),
    title: "Db Listen Port List",
    fields: { GET: {} },
    handle: async (context) => ({
      body: (await visiblePorts(caller(context))).map(({ port }) => port),
    }),
  },
  {
    methods: ["GET"],
    path: "/api/v1/terminal/db-listen-ports/db-info/",
    access: permission("assets.view_asset"),
    title: "Db Info",
    fields: { GET: databaseFields },
    handle: async (context) => {
      const known = caller(context);
      const asked = Number(known.query.get("port") ?? "");
      const found = (await visiblePorts(known)).find(({ port }) => port === asked);
      const facts = found === undefined ? null : await connectionFacts(known, found.assetId);
      if (facts === null) throw new NotFound(text.database);
      return { body: { ...facts, gateway: await gatewayOf(known, facts.id) } as unknown as Json };
    },
  },
];
