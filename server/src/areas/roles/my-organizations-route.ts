import { sql } from "kysely";
import { beforeTerms } from "../../engine/access/index.ts";
import { caller, type RouteDeclaration } from "../../engine/http/index.ts";
import { type ShortRow, shortList } from "../../engine/resource/index.ts";
import { organizationsTable } from "../organizations/index.ts";
import { roleDisplayName } from "./role-names.ts";

interface Membership {
  readonly id: string;
  readonly name: string;
  readonly roles: readonly { readonly id: string; readonly name: string }[];
}

/**
 * The organizations the caller has a role in, whatever the roles allow; the profile lists those in which there is
 * something to do. Contract: docs/contract/identity.md, "Organizations of the profile".
 */
export const myOrganizationsRoute: RouteDeclaration = {
  methods: ["GET"],
  path: "/api/v1/sallyport/my-organizations/",
  access: beforeTerms("answers the caller's own memberships"),
  title: "My Organizations",
  handle: async (routeContext, { url }) => {
    const context = caller(routeContext);
    const { rows } = await sql<Membership>`
      select o.id, o.name,
        jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name) order by r.builtin desc, r.name) as roles
      from role_bindings b join ${organizationsTable} o on o.id = b.org_id join roles r on r.id = b.role_id
      where b.user_id = ${context.principal.id}
      group by o.id order by o.name, o.id
    `.execute(context.db);
    const listed = rows.map(({ id, name, roles }): ShortRow => {
      const shown = roles.map((role) => roleDisplayName(role.id, role.name, context));
      return { id, name, roles: shown };
    });
    return { body: await shortList(context, url, listed, { key: "id", search: ["name"] }) };
  },
};
