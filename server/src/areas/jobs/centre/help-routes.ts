import { sql } from "kysely";
import { type CallerContext, signedIn } from "../../../engine/access/index.ts";
import { ValidationError } from "../../../engine/errors.ts";
import { caller, type RouteDeclaration } from "../../../engine/http/index.ts";
import { text as common, translate, withParameters } from "../../../engine/i18n/index.ts";
import { isObject } from "../../../engine/json.ts";
import { computed, escapeLike, isUuid, text as line } from "../../../engine/resource/index.ts";
import { accountsTable } from "../../accounts/index.ts";
import { findUsableAssets } from "../../permissions/index.ts";
import { assetsOfNodes } from "./job-assets.ts";
import { mostHosts } from "./stored-job.ts";
import { text, variableText } from "./texts.ts";

const variables = {
  jms_username: variableText.username,
  "jms_asset.id": variableText.assetId,
  "jms_asset.type": variableText.assetType,
  "jms_asset.category": variableText.assetCategory,
  "jms_asset.name": variableText.assetName,
  "jms_asset.address": variableText.assetAddress,
  "jms_asset.port": variableText.assetPort,
  jms_job_id: variableText.jobId,
  jms_job_name: variableText.jobName,
} as const;

/** Most user names that are answered. */
const mostHints = 10;

const narrowed = signedIn("user names of accounts on assets the caller may use");

/** What helps to write a job. Contract: docs/contract/job-centre.md, "Help". */
export const helpRoutes: readonly RouteDeclaration[] = [
  {
    methods: ["GET"],
    path: "/api/v1/ops/variables/help/",
    access: signedIn(),
    title: "Job Run Variable Help Api",
    fields: {
      GET: { jms_username: computed({ label: variableText.username, type: "string", present: () => null }) },
    },
    handle: async ({ language }) => ({
      body: Object.fromEntries(
        Object.entries(variables).map(([name, about]) => [name, translate(about, language)]),
      ),
    }),
  },
  {
    methods: ["POST"],
    path: "/api/v1/ops/username-hints/",
    access: narrowed,
    title: "Username Hints",
    fields: { POST: { query: line({ label: text.query, blank: true, maxLength: 128 }) } },
    handle: async (context, { body }) => {
      const known = caller(context);
      const ids = await assetsAsked(known, body);
      const query = isObject(body) && typeof body.query === "string" ? body.query.slice(0, 128) : "";
      const { rows } = await sql<{ username: string; total: number }>`
        select username, count(*)::integer as total from ${accountsTable}
        where asset_id = any(${ids}::uuid[]) and username <> ''
          and username ilike ${`%${escapeLike(query.replaceAll("\0", ""))}%`}
          and username not like 'jms\\_%' and username not like 'js\\_%'
        group by username order by total, username desc limit ${mostHints}
      `.execute(known.db);
      return { body: rows };
    },
  },
];

/** The assets a body asks about that the caller may use. @throws ValidationError */
async function assetsAsked(context: CallerContext, body: unknown): Promise<readonly string[]> {
  const given = isObject(body) ? body : {};
  const lists = { assets: given.assets ?? [], nodes: given.nodes ?? [] };
  for (const [field, value] of Object.entries(lists)) {
    if (!Array.isArray(value)) {
      throw new ValidationError({ [field]: [withParameters(common.notList, { type: typeof value })] });
    }
  }
  const ids = (lists.assets as unknown[]).filter((id): id is string => typeof id === "string" && isUuid(id));
  const nodes = (lists.nodes as unknown[]).filter((id): id is string => typeof id === "string");
  const { db, principal, organization } = context;
  const { rows } =
    ids.length === 0
      ? { rows: [] }
      : await findUsableAssets(db, principal.id, {
          ids: ids.slice(0, mostHosts),
          ...(organization.isRoot ? {} : { organizationId: organization.id }),
          limit: mostHosts,
        });
  return [...new Set([...rows.map(({ id }) => id), ...(await assetsOfNodes(context, nodes.slice(0, 100)))])];
}
