import { sql } from "kysely";
import { permission } from "../../../engine/access/index.ts";
import { recordOperation } from "../../../engine/audit/index.ts";
import { NotFound } from "../../../engine/errors.ts";
import {
  caller,
  endHttpSession,
  httpSessionsTable,
  type RouteDeclaration,
} from "../../../engine/http/index.ts";
import { isUuid } from "../../../engine/resource/index.ts";
import { userRoles } from "../../roles/index.ts";
import { usersTable } from "../../users/index.ts";
import { liveSessionsOf } from "./resource.ts";
import { text } from "./texts.ts";

/** Whose session it is. */
interface Owner {
  readonly user_id: string;
  readonly name: string;
}

/**
 * Signs somebody out of one session, for those who look after them. An extension.
 * Contract: docs/contract/audits.md, section 4.
 */
export const endUserSessionRoute: RouteDeclaration = {
  methods: ["DELETE"],
  path: "/api/v1/sallyport/user-sessions/:id/",
  access: permission("users.change_user"),
  title: "User Session",
  handle: async (routeContext, { params }) => {
    const context = caller(routeContext);
    const { db, organization } = context;
    const id = params.id ?? "";
    const { rows } = await sql<Owner>`
      select t.user_id, u.name || '(' || u.username || ')' as name
      from ${httpSessionsTable} t join ${usersTable} u on u.id = t.user_id
      where t.id = ${isUuid(id) ? id : null}::uuid and ${liveSessionsOf(organization)}
    `.execute(db);
    const [owner] = rows;
    if (owner === undefined) throw new NotFound(text.userSession);
    await userRoles.requireAuthority(context, owner.user_id, {
      code: "users.change_user",
      reach: "everywhere",
    });
    await endHttpSession(db, id);
    await recordOperation(context, { action: "delete", type: text.userSession, id, name: owner.name });
    return { status: 204 };
  },
};
