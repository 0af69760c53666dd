import { sql } from "kysely";
import { type AccessRule, type CallerContext, permission } from "../../engine/access/index.ts";
import { NotFound } from "../../engine/errors.ts";
import {
  caller,
  type RouteAnswer,
  type RouteDeclaration,
  type RouteRequest,
} from "../../engine/http/index.ts";
import {
  isUuid,
  type ScopedListOptions,
  type SearchSource,
  scopedList,
  scopedSearch,
} from "../../engine/resource/index.ts";
import { roleBindingsTable } from "../roles/index.ts";
import { usersTable } from "../users/index.ts";
import type { PermissionUser } from "./effective-permissions.ts";
import { type PermissionScope, permissionScope } from "./permission-scope.ts";
import { text } from "./texts.ts";

/** The three ways a user is named in a path, and what each demands. */
const addresses: readonly { readonly segment: string; readonly access: AccessRule }[] = [
  { segment: "my", access: permission("perms.view_myassets") },
  { segment: "self", access: permission("perms.view_myassets") },
  { segment: ":user", access: permission("perms.view_userassets") },
];

/** A user as the views name one. */
interface NamedUser extends PermissionUser {
  readonly name: string;
}

/** Somebody who belongs to the current organization; anybody in the global view. */
export async function visibleUser(context: CallerContext, id: string): Promise<NamedUser> {
  if (!isUuid(id)) throw new NotFound(text.user);
  const { organization } = context;
  const { rows } = await sql<NamedUser>`
    select u.id, u.username, u.name from ${usersTable} u where u.id = ${id}::uuid and not u.is_service_account and ${
      organization.isRoot
        ? sql`true`
        : sql`exists (
            select 1 from ${roleBindingsTable} b where b.user_id = u.id and b.org_id = ${organization.id}::uuid
          )`
    }
  `.execute(context.db);
  const [user] = rows;
  if (user === undefined) throw new NotFound(text.user);
  return user;
}

/** The user whose permissions a request looks at. */
async function userOf(context: CallerContext, { params }: RouteRequest): Promise<PermissionUser> {
  return params.user === undefined ? context.principal : visibleUser(context, params.user);
}

/** What a handler of a user's own view is given. */
export interface UserView {
  readonly user: PermissionUser;
  readonly scope: PermissionScope;
}

async function viewOf(context: CallerContext, request: RouteRequest): Promise<UserView> {
  const user = await userOf(context, request);
  const { db, organization } = context;
  return {
    user,
    scope: await permissionScope(db, "user", user.id, organization.isRoot ? null : organization.id),
  };
}

/** `GET perms/users/{my|self|id}/{path}/`. Contract: docs/contract/permissions.md, section 7. */
export function userRoutes(
  path: string,
  title: string,
  handle: (context: CallerContext, view: UserView, request: RouteRequest) => Promise<RouteAnswer>,
): RouteDeclaration[] {
  return addresses.map(({ segment, access }) => ({
    methods: ["GET"],
    path: `/api/v1/perms/users/${segment}/${path}/`,
    access,
    title,
    handle: async (context, request) => {
      const known = caller(context);
      return handle(known, await viewOf(known, request), request);
    },
  }));
}

type WithinView = (
  context: CallerContext,
  view: UserView,
  request: RouteRequest,
) => ReturnType<ScopedListOptions["within"]>;

/** A list below `perms/users/{my|self|id}/`. */
export function userLists(
  path: string,
  rows: ScopedListOptions["rows"],
  within: WithinView,
): RouteDeclaration[] {
  return addresses.map(({ segment, access }) =>
    scopedList({
      path: `/api/v1/perms/users/${segment}/${path}/`,
      access,
      rows,
      within: async (context, request) => within(context, await viewOf(context, request), request),
    }),
  );
}

/** The caller's own of these lists, for the search over everything. */
export const mySearch = (
  path: string,
  rows: ScopedListOptions["rows"],
  within: (view: UserView, context: CallerContext) => ReturnType<ScopedListOptions["within"]>,
): SearchSource =>
  scopedSearch({
    path: `/api/v1/perms/users/self/${path}/`,
    access: permission("perms.view_myassets"),
    rows,
    within: async (context, request) => within(await viewOf(context, request), context),
  });
