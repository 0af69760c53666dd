import { permission, type RequestContext } from "../../../engine/access/index.ts";
import {
  caller,
  type RouteAnswer,
  type RouteDeclaration,
  readAccessVersion,
} from "../../../engine/http/index.ts";
import { type Message, translate } from "../../../engine/i18n/index.ts";
import { isObject } from "../../../engine/json.ts";
import { isUuid, uuid } from "../../../engine/resource/index.ts";
import { isWatchable, mayWatchSession } from "../may-watch.ts";
import { text } from "./texts.ts";

const asked = {
  user_id: uuid({ label: text.joiner, required: true }),
  session_id: uuid({ label: text.session, required: true }),
};

/** Why somebody may not watch a session; null where they may. */
async function refusalOf(
  { services, db, organization }: RequestContext,
  body: unknown,
): Promise<Message | null> {
  const { user_id: userId, session_id: sessionId } = isObject(body) ? body : {};
  if (typeof userId !== "string" || typeof sessionId !== "string") return text.validateInvalid;
  if (!isUuid(userId) || !isUuid(sessionId)) return text.validateInvalid;
  if (!(await isWatchable(db, sessionId, organization))) return text.validateSession;
  const person = await services.principals.load(userId, await readAccessVersion(services));
  if (person === null) return text.validateUser;
  const mayWatch = await mayWatchSession({ ...services, db }, userId, sessionId);
  return mayWatch ? null : text.validatePermission;
}

/**
 * Whether somebody may watch a session, for a component that shows it. Contract: docs/contract/sharing.md, section 5.
 */
export const joinValidateRoute: RouteDeclaration = {
  methods: ["POST"],
  path: "/api/v1/terminal/sessions/join/validate/",
  access: permission("terminal.validate_sessionactionperm"),
  title: "Session Join Validate",
  fields: { POST: asked },
  handle: async (context, { body }): Promise<RouteAnswer> => {
    const refusal = await refusalOf(caller(context), body);
    return refusal === null
      ? { body: { ok: true, msg: "" } }
      : { status: 401, body: { ok: false, msg: translate(refusal, context.language) } };
  },
};
