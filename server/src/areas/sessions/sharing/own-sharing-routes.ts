import { type CallerContext, signedIn } from "../../../engine/access/index.ts";
import { recordOperation } from "../../../engine/audit/index.ts";
import { NotFound } from "../../../engine/errors.ts";
import { caller, type RouteDeclaration } from "../../../engine/http/index.ts";
import type { Json } from "../../../engine/json.ts";
import {
  isUuid,
  parseBody,
  prepareResource,
  presentRows,
  rowsByKey,
  writeInstant,
} from "../../../engine/resource/index.ts";
import { closeSharing } from "./open-sharing.ts";
import { type Participant, participantsOf, permitParticipant, removeParticipant } from "./participants.ts";
import { shareablePeople } from "./shareable-people.ts";
import { permissionField } from "./sharing-fields.ts";
import { displayOf, requireSharing, type SharePermission } from "./sharing-state.ts";
import { askedFields, makeSharing, sharingsResource } from "./sharings-resource.ts";
import { text } from "./texts.ts";

const own = signedIn("only of the caller's own sessions; others are not found");

const prepared = prepareResource(sharingsResource);
const shown = new Set(["id", "verify_code", "url", "date_expired", "users_display"]);
const linkFields = prepared.fields.filter(({ name }) => shown.has(name));

/** Links, as their maker sees them. */
async function linksOf(context: CallerContext, ids: readonly string[]): Promise<Json[]> {
  const rows = await rowsByKey(prepared, context, ids, linkFields);
  const permissions = await context.db
    .selectFrom("session_sharings")
    .select(["id", "action_permission"])
    .where("id", "in", ids.length === 0 ? [null] : [...ids])
    .execute();
  const byId = new Map(permissions.map(({ id, action_permission }) => [id, action_permission]));
  const links = await presentRows(rows, linkFields, context);
  return links.map((link) => ({ ...link, action_permission: byId.get(String(link.id)) ?? "readonly" }));
}

const presentParticipant = (
  { id, user, user_id, remote_addr, action_permission, date_joined }: Participant,
  { timeZone }: CallerContext,
): Json => ({
  id,
  user,
  user_id,
  remote_addr,
  action_permission,
  date_joined: writeInstant(date_joined, timeZone),
});

/** A session of the caller's own. */
async function ownSession(context: CallerContext, id = ""): Promise<string> {
  await requireSharing(context.services);
  const found = isUuid(id)
    ? await context.db
        .selectFrom("sessions")
        .select("id")
        .where("id", "=", id)
        .where("user_id", "=", context.principal.id)
        .executeTakeFirst()
    : undefined;
  if (found === undefined) throw new NotFound(text.session);
  return found.id;
}

/** Somebody who takes part in a session of the caller's own. */
async function ownParticipant(context: CallerContext, recordId = ""): Promise<Participant> {
  await requireSharing(context.services);
  const [found] = await participantsOf(context.db, context.principal.id, { recordId });
  if (found === undefined) throw new NotFound(text.participant);
  return found;
}

/** Writes down what was done about somebody who takes part. */
const told = (context: CallerContext, { id, user, org_id }: Participant): Promise<void> =>
  recordOperation(context, {
    action: "update",
    type: text.participant,
    name: user,
    id,
    organizationId: org_id,
  });

/**
 * What is shared of one's own sessions, whatever they were opened with: links, and who takes part. Extensions of the
 * contract: docs/contract/sharing.md, section 4.
 */
export const ownSharingRoutes: readonly RouteDeclaration[] = [
  {
    methods: ["GET"],
    path: "/api/v1/sallyport/sessions/:id/sharing/",
    access: own,
    title: "Own Sharing",
    handle: async (routeContext, { params }) => {
      const context = caller(routeContext);
      const sessionId = await ownSession(context, params.id);
      const links = await context.db
        .selectFrom("session_sharings")
        .select("id")
        .where("session_id", "=", sessionId)
        .where("creator_id", "=", context.principal.id)
        .where("is_active", "=", true)
        .where("date_expired", ">", new Date())
        .orderBy("date_created")
        .execute();
      const participants = await participantsOf(context.db, context.principal.id, { sessionId });
      return {
        body: {
          links: await linksOf(
            context,
            links.map(({ id }) => id),
          ),
          participants: participants.map((one) => presentParticipant(one, context)),
        },
      };
    },
  },
  {
    methods: ["POST"],
    path: "/api/v1/sallyport/sessions/:id/sharing/",
    access: own,
    title: "Own Sharing",
    fields: { POST: askedFields },
    handle: async (routeContext, { params, body }) => {
      const context = caller(routeContext);
      const session = await ownSession(context, params.id);
      const id = await makeSharing(context, { ...(body as object | null), session });
      const [link] = await linksOf(context, [id]);
      return { status: 201, body: link };
    },
  },
  {
    methods: ["GET"],
    path: "/api/v1/sallyport/sessions/:id/sharing/people/",
    access: own,
    title: "People To Share With",
    handle: async (routeContext, { params }) => {
      const context = caller(routeContext);
      const sessionId = await ownSession(context, params.id);
      const { db, principal, query } = context;
      const people = await shareablePeople(db, principal.id, sessionId, query.get("search") ?? "");
      return { body: people.map((person) => ({ ...person })) };
    },
  },
  {
    methods: ["DELETE"],
    path: "/api/v1/sallyport/session-sharings/:id/",
    access: own,
    title: "Own Sharing",
    handle: async (routeContext, { params }) => {
      const context = caller(routeContext);
      const { db, principal, services } = context;
      await requireSharing(services);
      const { id = "" } = params;
      const link = isUuid(id)
        ? await db
            .selectFrom("session_sharings")
            .select(["id", "session_id", "org_id"])
            .where("id", "=", id)
            .where("creator_id", "=", principal.id)
            .executeTakeFirst()
        : undefined;
      if (link === undefined) throw new NotFound(text.sharing);
      const { session_id: sessionId, org_id: organizationId } = link;
      await closeSharing(services, db, { id, sessionId }, displayOf(principal));
      await recordOperation(context, {
        action: "update",
        type: text.sharing,
        name: sessionId,
        id,
        organizationId,
      });
      return { status: 204 };
    },
  },
  {
    methods: ["PATCH"],
    path: "/api/v1/sallyport/session-participants/:id/",
    access: own,
    title: "Participant",
    fields: { PATCH: { action_permission: permissionField({}) } },
    handle: async (routeContext, { params, body }) => {
      const context = caller(routeContext);
      const participant = await ownParticipant(context, params.id);
      const fields = { action_permission: permissionField({}) };
      const { action_permission } = await parseBody(context, fields, body);
      const permission = action_permission as SharePermission;
      await permitParticipant(context.services, context.db, participant, permission);
      await told(context, participant);
      return { body: presentParticipant({ ...participant, action_permission: permission }, context) };
    },
  },
  {
    methods: ["DELETE"],
    path: "/api/v1/sallyport/session-participants/:id/",
    access: own,
    title: "Participant",
    handle: async (routeContext, { params }) => {
      const context = caller(routeContext);
      const participant = await ownParticipant(context, params.id);
      await removeParticipant(context.services, context.db, participant);
      await told(context, participant);
      return { status: 204 };
    },
  },
];
