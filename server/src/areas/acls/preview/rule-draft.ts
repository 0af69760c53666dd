import { sql } from "kysely";
import { type CallerContext, requirePermission } from "../../../engine/access/index.ts";
import { BadRequest, ValidationError } from "../../../engine/errors.ts";
import { text as common, withParameters } from "../../../engine/i18n/index.ts";
import { isObject, plainText, typeName } from "../../../engine/json.ts";
import {
  findRow,
  parseInput,
  prepareResource,
  type Resource,
  type ResourceDeclaration,
  type Row,
} from "../../../engine/resource/index.ts";
import { commandFilterAcls } from "../command-filter-acls.ts";
import { connectMethodAcls } from "../connect-method-acls.ts";
import { loginAcls } from "../login-acls.ts";
import { loginAssetAcls } from "../login-asset-acls.ts";

/** A kind of rule whose consequences are looked up before it is saved. */
interface PreviewedKind {
  readonly declaration: ResourceDeclaration;
  /** Its field of several others, its table of links from rules (`rule_id`), and the column of what is linked. */
  readonly links: Readonly<Record<string, { readonly table: string; readonly column: string }>>;
}

const reviewers = (table: string) => ({ table, column: "user_id" });

/** The kinds of rules whose consequences can be looked up before they are saved. */
export const previewedKinds = {
  login: { declaration: loginAcls, links: { reviewers: reviewers("login_acl_reviewers") } },
  assetLogin: { declaration: loginAssetAcls, links: { reviewers: reviewers("login_asset_acl_reviewers") } },
  method: { declaration: connectMethodAcls, links: {} },
  command: {
    declaration: commandFilterAcls,
    links: {
      reviewers: reviewers("command_filter_acl_reviewers"),
      command_groups: { table: "command_filter_acl_groups", column: "group_id" },
    },
  },
} as const satisfies Readonly<Record<string, PreviewedKind>>;

export type PreviewedRuleKind = keyof typeof previewedKinds;

/** A rule as saving it would make it. */
export interface RuleDraft {
  readonly id: string;
  /** Organization it is saved in; of a rule that holds everywhere the one it is written from. */
  readonly organizationId: string;
  /** Its columns, and the ids of what its fields of several others name. */
  readonly values: Row;
}

/** The id of a rule that is not there yet; rules of one priority go by their names first, and these differ. */
const unsaved = "ffffffff-ffff-ffff-ffff-ffffffffffff";

const prepared = new Map<PreviewedRuleKind, Resource>();

function resourceOf(kind: PreviewedRuleKind): Resource {
  const found = prepared.get(kind) ?? prepareResource(previewedKinds[kind].declaration);
  prepared.set(kind, found);
  return found;
}

/**
 * The rule a request asks about: the fields of a new one; with `id`, what changes of one. Refuses what saving it would
 * refuse.
 */
export async function readDraft(
  context: CallerContext,
  kind: PreviewedRuleKind,
  body: unknown,
): Promise<RuleDraft> {
  if (!isObject(body)) {
    throw new ValidationError({
      non_field_errors: [withParameters(common.notObject, { type: typeName(body) })],
    });
  }
  const { id, ...input } = body;
  const resource = resourceOf(kind);
  const { app, model, scope } = previewedKinds[kind].declaration;
  const organizationId = context.organization.id;
  if (id === undefined || id === null || id === "") {
    requirePermission(context, `${app}.add_${model}`);
    if (scope === "organization" && context.organization.isRoot) {
      throw new BadRequest("error", common.rootOrganizationWrite);
    }
    const { values } = await parseInput(resource, context, input, "create", null);
    return { id: unsaved, organizationId, values };
  }
  requirePermission(context, `${app}.change_${model}`);
  const row = await findRow(resource, context, plainText(id));
  const { values } = await parseInput(resource, context, input, "partial", row);
  const linked = await linkedTo(context, kind, String(row.id));
  return {
    id: String(row.id),
    organizationId: scope === "organization" ? String(row.org_id) : organizationId,
    values: { ...row, ...linked, ...values },
  };
}

async function linkedTo({ db }: CallerContext, kind: PreviewedRuleKind, ruleId: string): Promise<Row> {
  const found: Record<string, readonly string[]> = {};
  const links: PreviewedKind["links"] = previewedKinds[kind].links;
  for (const [field, { table, column }] of Object.entries(links)) {
    const { rows } = await sql<{ id: string }>`
      select ${sql.ref(column)} as id from ${sql.table(table)} where rule_id = ${ruleId}::uuid
    `.execute(db);
    found[field] = rows.map(({ id }) => id);
  }
  return found;
}
