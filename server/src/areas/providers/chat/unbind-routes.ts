import { type CallerContext, permission, signedIn } from "../../../engine/access/index.ts";
import { recordOperation } from "../../../engine/audit/index.ts";
import { BadRequest, NotFound } from "../../../engine/errors.ts";
import { caller, type RouteDeclaration } from "../../../engine/http/index.ts";
import { userRoles } from "../../roles/index.ts";
import { unbindChatAccount, usersTable } from "../../users/index.ts";
import { tellBinding } from "./notices.ts";
import type { ChatPlatform } from "./platform.ts";
import { chatPlatforms } from "./platforms.ts";
import { text } from "./texts.ts";

const uuidForm = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Takes the account of a platform from a user, in the transaction of the request. */
async function unbind(context: CallerContext, platform: ChatPlatform, userId: string, own: boolean) {
  const { db } = context;
  const user = uuidForm.test(userId)
    ? await db
        .selectFrom(usersTable.as("users"))
        .select(["id", "name", "source", "is_service_account"])
        .where("id", "=", userId)
        .executeTakeFirst()
    : undefined;
  if (user === undefined || user.is_service_account) throw new NotFound(text.user);
  const { id, name, source } = user;
  if (!own) await userRoles.requireAuthority(context, id, { code: "users.change_user", reach: "everywhere" });
  // Without it they could not come back by themselves.
  if (own && source === platform.name) throw new BadRequest("source_needed", text.sourceNeeded);
  if (!(await unbindChatAccount(db, id, platform.name))) {
    throw new BadRequest(`${platform.name}_not_bound`, text.unbound);
  }
  await recordOperation(context, { action: "update", type: text.user, name, id });
  await tellBinding(context, platform, id, { isBound: false });
  return { body: {} };
}

/** Unbinding, by oneself or by who may change users. Contract: docs/contract/identity.md, "Chat platforms". */
export const chatUnbindRoutes: readonly RouteDeclaration[] = chatPlatforms.flatMap((platform) => {
  const path = `/api/v1/authentication/${platform.name}/qr/unbind/`;
  return [
    {
      methods: ["POST"],
      path,
      access: signedIn("only the caller's own account"),
      confirm: "relogin",
      title: `${platform.label} Unbind Api`,
      fields: { POST: {} },
      handle: async (context) => {
        const known = caller(context);
        return unbind(known, platform, known.principal.id, true);
      },
    },
    {
      methods: ["POST"],
      path: `${path}:user/`,
      access: permission("users.change_user"),
      confirm: "relogin",
      title: `${platform.label} Unbind Api`,
      fields: { POST: {} },
      handle: async (context, { params }) => unbind(caller(context), platform, params.user ?? "", false),
    },
  ] satisfies readonly RouteDeclaration[];
});
