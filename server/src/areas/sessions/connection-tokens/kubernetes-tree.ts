import { permission } from "../../../engine/access/index.ts";
import { ApiError, NotFound } from "../../../engine/errors.ts";
import { caller, type RouteDeclaration } from "../../../engine/http/index.ts";
import { isUuid } from "../../../engine/resource/index.ts";
import { text } from "../texts.ts";

/**
 * `nodes/children-with-k8s/tree/?token=`: what lies in the cluster a token connects to. A token connects to a protocol
 * that this version carries, and Kubernetes is none: a token that holds has no cluster.
 * Contract: docs/contract/permissions.md, section 8.
 */
export const kubernetesTreeRoutes: readonly RouteDeclaration[] = ["my", "self"].map((whose) => ({
  methods: ["GET"],
  path: `/api/v1/perms/users/${whose}/nodes/children-with-k8s/tree/`,
  access: permission("perms.view_myassets"),
  title: "User Permed Kubernetes Tree",
  fields: { GET: {} },
  handle: async (context) => {
    const { db, principal, query } = caller(context);
    const id = query.get("token") ?? "";
    const token = isUuid(id)
      ? await db
          .selectFrom("connection_tokens")
          .select("date_expired")
          .where("id", "=", id)
          .where("user_id", "=", principal.id)
          .executeTakeFirst()
      : undefined;
    if (token === undefined) throw new NotFound(text.connectionToken);
    if (token.date_expired.getTime() <= Date.now())
      throw new ApiError(403, "permission_denied", text.tokenExpired);
    throw new NotFound(text.cluster);
  },
}));
