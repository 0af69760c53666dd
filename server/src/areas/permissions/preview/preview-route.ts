import { type CallerContext, permission, requirePermission } from "../../../engine/access/index.ts";
import { BadRequest, ValidationError } from "../../../engine/errors.ts";
import { caller, type RouteDeclaration } from "../../../engine/http/index.ts";
import { text as common, withParameters } from "../../../engine/i18n/index.ts";
import { isObject, type Json, plainText, typeName } from "../../../engine/json.ts";
import {
  findRow,
  parseInput,
  prepareResource,
  type Resource,
  type Row,
  writeInstant,
} from "../../../engine/resource/index.ts";
import { assetPermissions } from "../asset-permissions.ts";
import { templatesIn } from "../template-accounts.ts";
import { text } from "../texts.ts";
import type { Change, PermissionChange } from "./classes.ts";
import { changedDraft, type Draft, storedDrafts } from "./draft.ts";
import { type EndingSession, endingSessions } from "./ending-sessions.ts";
import { changeImpact } from "./preview.ts";

/** Most sessions named in one answer; all are counted. */
const mostNamed = 20;

/** Most permissions one request asks about. */
const mostChanged = 200;

const prepared: { resource?: Resource } = {};

function permissions(): Resource {
  prepared.resource ??= prepareResource(assetPermissions);
  return prepared.resource;
}

/** What counts now of a draft. */
const inForce = (draft: Draft | null): Draft | null => (draft?.isValid === true ? draft : null);

/** What sessions that run may rest on of a draft. */
const lettingFinish = (draft: Draft | null): Draft | null =>
  draft?.hasStarted === true && draft.sessionsEnd.getTime() > Date.now() ? draft : null;

/** The change a request asks about; refuses what saving it would refuse. */
async function changeOf(context: CallerContext, body: unknown): Promise<Change> {
  if (!isObject(body)) {
    throw new ValidationError({
      non_field_errors: [withParameters(common.notObject, { type: typeName(body) })],
    });
  }
  const { id, ids, delete: deletes, ...input } = body;
  const asked = ids === undefined ? (id === undefined || id === null ? [] : [id]) : keysOf(ids);
  if (asked.length === 0) return creation(context, input);
  requirePermission(
    context,
    deletes === true ? "perms.delete_assetpermission" : "perms.change_assetpermission",
  );
  return changeOfSome(context, asked.map(plainText), deletes === true ? null : input);
}

function keysOf(value: unknown): Json[] {
  if (!Array.isArray(value) || value.length === 0) throw new ValidationError({ ids: [common.required] });
  if (value.length > mostChanged) {
    throw new ValidationError({ ids: [withParameters(text.previewTooMany, { limit: mostChanged })] });
  }
  return [...new Set(value as Json[])];
}

async function creation(context: CallerContext, input: Record<string, unknown>): Promise<Change> {
  requirePermission(context, "perms.add_assetpermission");
  if (context.organization.isRoot) throw new BadRequest("error", common.rootOrganizationWrite);
  const { values } = await parseInput(permissions(), context, input, "create", null);
  const draft = changedDraft(values, null);
  const after = inForce(draft);
  const running = { before: null, after: lettingFinish(draft) };
  return {
    organizationId: context.organization.id,
    permissions: [{ permissionId: null, before: null, after, running }],
    templates: templatesIn(values),
  };
}

/** @param input what changes of each of them; null: they are deleted */
async function changeOfSome(
  context: CallerContext,
  keys: readonly string[],
  input: Record<string, unknown> | null,
): Promise<Change> {
  const resource = permissions();
  const rows: Row[] = [];
  for (const key of keys) rows.push(await findRow(resource, context, key));
  const [organizationId, ...others] = new Set(rows.map(({ org_id }) => String(org_id)));
  if (organizationId === undefined || others.length > 0) {
    throw new ValidationError({ ids: [text.previewManyOrganizations] });
  }
  const changes: PermissionChange[] = [];
  let templates: Change["templates"] = [];
  for (const [at, draft] of (await storedDrafts(context.db, rows)).entries()) {
    const row = rows[at] as Row;
    let after: Draft | null = null;
    if (input !== null) {
      const { values } = await parseInput(resource, context, input, "partial", row);
      after = changedDraft(values, { row, draft });
      // The same are asked for with every one of them.
      templates = templatesIn(values);
    }
    const running = { before: lettingFinish(draft), after: lettingFinish(after) };
    changes.push({ permissionId: String(row.id), before: inForce(draft), after: inForce(after), running });
  }
  return { organizationId, permissions: changes, templates };
}

function presentSession({ timeZone }: CallerContext, session: EndingSession): Json {
  const { id, user, asset, account, date_start, ends } = session;
  return {
    id,
    user,
    asset,
    account,
    date_start: writeInstant(date_start, timeZone),
    ends: ends === null ? null : writeInstant(ends, timeZone),
  };
}

/**
 * `POST sallyport/permissions/preview/`: what making, changing or deleting permissions would do; nothing is saved.
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
    const ending = await endingSessions(context, change);
    const named = context.permissions.has("terminal.view_session") ? ending.slice(0, mostNamed) : [];
    const ends = await context.services.settings.get<boolean>("SECURITY_SESSION_END_WITH_PERMISSION");
    return {
      body: {
        ...impact,
        sessions: {
          end: ends,
          count: ending.length,
          finishing: ending.filter(({ ends: until }) => until !== null).length,
          results: named.map((session) => presentSession(context, session)),
        },
      },
    };
  },
};
