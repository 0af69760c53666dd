import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { type CallerContext, permission } from "../../engine/access/index.ts";
import { recordOperation } from "../../engine/audit/index.ts";
import { BadRequest, ValidationError } from "../../engine/errors.ts";
import { text as shared, translate, withParameters } from "../../engine/i18n/index.ts";
import { isObject } from "../../engine/json.ts";
import {
  type ActionRequest,
  text as line,
  narrow,
  parseBody,
  type Resource,
  type ResourceAction,
  type Row,
  readKey,
  secret,
  shortList,
  uuid,
} from "../../engine/resource/index.ts";
import { endCredentials } from "./end-credentials.ts";
import { unlock } from "./login-locks.ts";
import { type PasswordOwner, requireGoodPasswordFor, setPassword } from "./set-password.ts";
import { text } from "./texts.ts";
import { sourceChoices } from "./user-fields.ts";
import type { UserNotices } from "./user-notices.ts";
import type { UserRoles } from "./user-roles.ts";

const change = permission("users.change_user");

function target(request: ActionRequest): Row {
  if (request.row === undefined) throw new Error("an action on an object has a row");
  return request.row;
}

const passwordFields = {
  password: secret({ label: text.password, required: true, blank: false, maxLength: 128 }),
};

const suggestedFields = {
  id: uuid({ label: shared.id }),
  name: line({ label: shared.name, required: true, maxLength: 128 }),
  username: line({ label: text.username, required: true, maxLength: 128 }),
};

async function changePassword(
  context: CallerContext,
  roles: UserRoles,
  notices: UserNotices,
  row: Row,
  body: unknown,
): Promise<void> {
  const { password } = await parseBody(context, passwordFields, body);
  const owner = localOwner(context, row);
  await requireGoodPasswordFor(context, roles, owner.id, String(password));
  await setPassword(context, owner, String(password));
  await recordOperation(context, { action: "update", type: text.user, name: owner.name, id: owner.id });
  if (owner.id === context.principal.id) return;
  await endCredentials(context, owner.id);
  await notices.passwordSet(context, owner.id);
}

/** The user as the owner of a password; refused when it is kept elsewhere. */
function localOwner(context: CallerContext, row: Row): PasswordOwner {
  if (row.source !== "local") {
    const source = sourceChoices.find(({ value }) => value === row.source)?.label ?? text.sourceCustom;
    const named = translate(source, context.language);
    throw new ValidationError({ password: [withParameters(text.notLocal, { source: named })] });
  }
  return { id: String(row.id), name: String(row.name), username: String(row.username) };
}

/** Rows offered for completing an input. */
const suggestionCount = 10;

/** Filters of suggestions: they reach beyond the organization, so none reports roles, groups or states. */
const suggestedBy = ["id", "username", "email", "name"];

/** At most ten users of the whole installation, for pickers. */
async function suggest(users: Resource, context: CallerContext): Promise<Record<string, string>[]> {
  const { declaration } = users;
  const filters = Object.fromEntries(
    Object.entries(declaration.filters ?? {}).filter(([name]) => suggestedBy.includes(name)),
  );
  const { filter } = await narrow({ ...users, declaration: { ...declaration, filters } }, context);
  const { rows } = await sql<Record<string, string>>`
    select t.id, t.name, t.username from users t
    where not t.is_service_account and ${filter ?? sql`true`}
    order by t.name, t.id limit ${suggestionCount}
  `.execute(context.db);
  return rows;
}

/** The users an invitation names; unknown ids are an error of the field. */
async function invited(context: CallerContext, body: unknown): Promise<string[]> {
  const given = isObject(body) ? body.users : undefined;
  if (!Array.isArray(given) || given.length === 0) throw new ValidationError({ users: [shared.required] });
  const ids = given.slice(0, 1000).map((item) => {
    try {
      return String(readKey(item, "uuid"));
    } catch {
      throw new ValidationError({ users: [shared.notUuid] });
    }
  });
  const known = await context.db
    .selectFrom("users")
    .select("id")
    .where("id", "in", ids)
    .where("is_service_account", "=", false)
    .execute();
  const missing = ids.find((id) => !known.some((user) => user.id === id));
  if (missing !== undefined) {
    throw new ValidationError({ users: [withParameters(shared.objectMissing, { pk: missing })] });
  }
  return ids;
}

/** Endpoints of users beside the standard ones. Contract: docs/contract/identity.md, "Actions of users". */
export function userActions(
  roles: UserRoles,
  notices: UserNotices,
  resource: () => Resource,
): readonly ResourceAction[] {
  const onUser = (
    name: string,
    methods: ResourceAction["methods"],
    reach: "here" | "everywhere",
    handle: (context: CallerContext, row: Row, body: unknown) => Promise<void>,
  ): ResourceAction => ({
    name,
    on: "object",
    methods,
    access: change,
    fields: Object.fromEntries(methods.map((method) => [method, name === "password" ? passwordFields : {}])),
    handle: async (context, request) => {
      const row = target(request);
      await roles.requireAuthority(context, String(row.id), { code: "users.change_user", reach });
      await handle(context, row, request.body);
      return { body: {} };
    },
  });

  return [
    onUser("password", ["PUT", "PATCH"], "everywhere", (context, row, body) =>
      changePassword(context, roles, notices, row, body),
    ),
    onUser("password/reset", ["PUT", "PATCH"], "everywhere", async (context, row) => {
      const owner = localOwner(context, row);
      if (!(await notices.canMail(context))) throw new BadRequest("error", text.noMailForReset);
      // Until the link is used nobody knows the password, the administrator included.
      await setPassword(context, owner, randomBytes(24).toString("base64url"));
      if (owner.id !== context.principal.id) await endCredentials(context, owner.id);
      await recordOperation(context, { action: "update", type: text.user, name: owner.name, id: owner.id });
      await notices.passwordReset(context, owner.id);
    }),
    onUser("pubkey/reset", ["PUT", "PATCH"], "everywhere", async (context, row) => {
      await context.db
        .updateTable("users")
        .set({ public_key: "" })
        .where("id", "=", String(row.id))
        .execute();
      const entry = {
        action: "update" as const,
        type: text.user,
        name: String(row.name),
        id: String(row.id),
      };
      await recordOperation(context, entry);
      await notices.publicKeyReset(context, entry.id);
    }),
    onUser("unblock", ["PUT", "PATCH"], "here", async (context, row) => {
      await unlock(context.db, String(row.username));
      const entry = {
        action: "update" as const,
        type: text.user,
        name: String(row.name),
        id: String(row.id),
      };
      await recordOperation(context, entry);
    }),
    {
      name: "suggestions",
      on: "collection",
      methods: ["GET"],
      access: permission("users.match_user"),
      title: "Match",
      fields: { GET: suggestedFields },
      handle: async (context, { url }) => ({
        body: await shortList(context, url, await suggest(resource(), context), { key: "id" }),
      }),
    },
    {
      name: "invite",
      on: "collection",
      methods: ["POST"],
      access: permission("users.invite_user"),
      fields: {
        POST: {
          org_roles: roles.fields.org_roles,
          users: {
            type: "field",
            options: { label: text.invitedUsers, help: text.invitedUsersHelp, required: true },
          },
        },
      },
      handle: async (context, { body }) => {
        if (context.organization.isRoot) {
          throw new BadRequest("error", text.inviteInRoot, {
            error: translate(text.inviteInRoot, context.language),
          });
        }
        const ids = await invited(context, body);
        if (!context.permissions.isSuperuser && ids.includes(context.principal.id)) {
          throw new BadRequest("error", text.noSelfInvite, {
            error: translate(text.noSelfInvite, context.language),
          });
        }
        let granted: Awaited<ReturnType<UserRoles["replaceOrganizationRoles"]>> = [];
        for (const id of ids) {
          granted = await roles.replaceOrganizationRoles(
            context,
            id,
            isObject(body) ? body.org_roles : undefined,
          );
        }
        return { status: 201, body: { users: ids, org_roles: granted } };
      },
    },
    {
      name: "remove",
      on: "object",
      methods: ["POST"],
      access: permission("users.remove_user"),
      handle: async (context, request) => {
        await removeFromOrganization(roles, context, [String(target(request).id)]);
        return { status: 204 };
      },
    },
    {
      name: "remove",
      on: "collection",
      methods: ["POST"],
      access: permission("users.remove_user"),
      title: "Bulk remove",
      handle: async (context) => {
        await removeFromOrganization(roles, context, await selected(resource(), context));
        return { status: 204 };
      },
    },
  ];
}

/**
 * The users a removal selects: by a selection or ids, or by filters that leave somebody out. A search that finds
 * everybody is more likely a mistake than intended.
 */
async function selected(users: Resource, context: CallerContext): Promise<string[]> {
  const { scope, filter } = await narrow(users, context);
  if (filter === null) throw new BadRequest("error", text.selectToRemove);
  const { rows } = await sql<{ id: string; chosen: boolean }>`
    select t.id, ${filter} as chosen from users t where ${scope}
  `.execute(context.db);
  const chosen = rows.filter((row) => row.chosen).map(({ id }) => id);
  const isNamed = ["spm", "ids", "id"].some((name) => context.query.has(name));
  if (!isNamed && chosen.length === rows.length) throw new BadRequest("error", text.selectToRemove);
  return chosen;
}

/** Takes users out of the current organization: their roles in it and its groups. Nothing in the root one. */
async function removeFromOrganization(
  roles: UserRoles,
  context: CallerContext,
  userIds: readonly string[],
): Promise<void> {
  const { organization, db } = context;
  if (organization.isRoot) return;
  if (!context.permissions.isSuperuser && userIds.includes(context.principal.id)) {
    throw new BadRequest("error", text.noSelfRemove);
  }
  for (const id of userIds) {
    await roles.requireAuthority(context, id, { code: "users.remove_user", reach: "here" });
  }
  await roles.leaveOrganization(context, userIds);
  await sql`
    delete from user_group_members m using user_groups g
    where g.id = m.usergroup_id and g.org_id = ${organization.id} and m.user_id = any(${[...userIds]}::uuid[])
  `.execute(db);
  for (const hook of context.services.extensions.of("userLeavingHooks")) await hook(context, userIds);
}

/** Called when users leave the current organization, inside the transaction. */
export type LeavingHook = (context: CallerContext, userIds: readonly string[]) => Promise<void>;

declare module "../../engine/extensions.ts" {
  interface ExtensionPoints {
    /** Called when users are removed from an organization, e.g. to take them out of asset permissions. */
    userLeavingHooks: LeavingHook;
  }
}
