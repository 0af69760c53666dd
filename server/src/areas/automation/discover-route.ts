import { sql } from "kysely";
import { type CallerContext, permission } from "../../engine/access/index.ts";
import { BadRequest, ValidationError } from "../../engine/errors.ts";
import { caller, type RouteDeclaration } from "../../engine/http/index.ts";
import { text as common } from "../../engine/i18n/index.ts";
import { isObject } from "../../engine/json.ts";
import { list, uuid } from "../../engine/resource/index.ts";
import { nodeInScope, nodesTable } from "../assets/index.ts";
import { assetsInScope, publish, readIds } from "./requests.ts";
import type { AutomationTasks } from "./tasks.ts";
import { text } from "./texts.ts";

const ids = { required: false, child: uuid({ label: common.id }) };

/**
 * `POST sallyport/gathered-accounts/discover/`: looks which accounts there are on assets, by themselves or below
 * nodes; without either on all of the organization. Contract: docs/contract/jobs.md, "Automation".
 */
export function discoverRoute({ gatherAccounts }: AutomationTasks): RouteDeclaration {
  return {
    methods: ["POST"],
    path: "/api/v1/sallyport/gathered-accounts/discover/",
    access: permission("accounts.add_gatheraccountsexecution"),
    title: "Gathered Account Discover",
    fields: {
      POST: {
        assets: list({ label: text.assets, ...ids }),
        nodes: list({ label: text.nodes, ...ids }),
      },
    },
    handle: async (context, { body }) => {
      const known = caller(context);
      if (known.organization.isRoot) throw new BadRequest("error", common.rootOrganizationWrite);
      const assets = await chosenAssets(known, body);
      const nodes = await chosenNodes(known, body);
      const chosen = assets.length + nodes.length === 0 ? await rootNodes(known) : nodes;
      return publish(known, gatherAccounts, { assets, nodes: chosen }, known.organization.id);
    },
  };
}

async function chosenAssets(context: CallerContext, body: unknown): Promise<string[]> {
  if (!isObject(body) || body.assets === undefined) return [];
  const found = await assetsInScope(context, readIds(body, "assets"));
  if (found.length === 0) throw new ValidationError({ assets: [text.noAssets] });
  return found.map(({ id }) => id);
}

async function chosenNodes(context: CallerContext, body: unknown): Promise<string[]> {
  if (!isObject(body) || body.nodes === undefined) return [];
  const nodes: string[] = [];
  for (const id of readIds(body, "nodes").slice(0, 1_000)) nodes.push((await nodeInScope(context, id)).id);
  return nodes;
}

async function rootNodes({ db, organization }: CallerContext): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${nodesTable} where org_id = ${organization.id}::uuid and parent_id is null
  `.execute(db);
  return rows.map(({ id }) => id);
}
