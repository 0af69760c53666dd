import type { CallerContext } from "../../../engine/access/context.ts";
import { permission, requirePermission } from "../../../engine/access/rules.ts";
import { BadRequest, ValidationError } from "../../../engine/errors.ts";
import { caller, type RouteDeclaration } from "../../../engine/http/routes.ts";
import { withParameters } from "../../../engine/i18n/messages.ts";
import { text as common } from "../../../engine/i18n/texts.ts";
import { isObject, type Json, plainText, typeName } from "../../../engine/json.ts";
import { writeInstant } from "../../../engine/resource/instants.ts";
import { prepareResource, type Resource } from "../../../engine/resource/resource.ts";
import { parseInput } from "../../../engine/resource/stages/parse.ts";
import { findRow } from "../../../engine/resource/stages/rows.ts";
import { assetPermissions } from "../asset-permissions.ts";
import { templatesIn } from "../template-accounts.ts";
import type { Change } from "./classes.ts";
import { changedDraft, type Draft, storedDraft } from "./draft.ts";
import { endingSessions, type LiveSession } from "./ending-sessions.ts";
import { changeImpact } from "./preview.ts";

/** Most sessions named in one answer; all are counted. */
const mostNamed = 20;

const prepared: { resource?: Resource } = {};

function permissions(): Resource {
  prepared.resource ??= prepareResource(assetPermissions);
  return prepared.resource;
}

/** What counts now of a draft. */
const inForce = (draft: Draft | null): Draft | null => (draft?.isValid === true ? draft : null);

/** The change a request asks about; refuses what saving it would refuse. */
async function changeOf(context: CallerContext, body: unknown): Promise<Change> {
  if (!isObject(body)) {
    throw new ValidationError({
      non_field_errors: [withParameters(common.notObject, { type: typeName(body) })],
    });
  }
  const { id, delete: deletes, ...input } = body;
  const resource = permissions();
  if (id === undefined || id === null) {
    requirePermission(context, "perms.add_assetpermission");
    if (context.organization.isRoot) throw new BadRequest("error", common.rootOrganizationWrite);
    const { values } = await parseInput(resource, context, input, "create", null);
    const after = changedDraft(values, null);
    return {
      organizationId: context.organization.id,
      permissionId: null,
      before: null,
      after: inForce(after),
      templates: templatesIn(values),
    };
  }
  requirePermission(
    context,
    deletes === true ? "perms.delete_assetpermission" : "perms.change_assetpermission",
  );
  const row = await findRow(resource, context, plainText(id));
  const draft = await storedDraft(context.db, row);
  const at = { organizationId: String(row.org_id), permissionId: String(row.id), before: inForce(draft) };
  if (deletes === true) return { ...at, after: null, templates: [] };
  const { values } = await parseInput(resource, context, input, "partial", row);
  const after = inForce(changedDraft(values, { row, draft }));
  return { ...at, after, templates: templatesIn(values) };
}

function presentSession({ timeZone }: CallerContext, session: LiveSession): Json {
  const { id, user, asset, account, date_start } = session;
  return { id, user, asset, account, date_start: writeInstant(date_start, timeZone) };
}

/**
 * `POST sallyport/permissions/preview/`: what making, changing or deleting a permission would do; nothing is saved.
 * Contract: docs/contract/permissions.md, section 12.
 */
export const previewRoute: RouteDeclaration = {
  methods: ["POST"],
  path: "/api/v1/sallyport/permissions/preview/",
  access: permission(
    "perms.view_assetpermission",
    "perms.add_assetpermission|perms.change_assetpermission|perms.delete_assetpermission",
  ),
  title: "Permission Preview",
  handle: async (routeContext, { body }) => {
    const context = caller(routeContext);
    const change = await changeOf(context, body);
    const impact = await changeImpact(context.db, change);
    const ending = await endingSessions(context.db, change);
    const named = context.permissions.has("terminal.view_session") ? ending.slice(0, mostNamed) : [];
    const ends = await context.services.settings.get<boolean>("SECURITY_SESSION_END_WITH_PERMISSION");
    return {
      body: {
        ...impact,
        sessions: {
          end: ends,
          count: ending.length,
          results: named.map((session) => presentSession(context, session)),
        },
      },
    };
  },
};
