import { sql } from "kysely";
import type { CallerContext } from "../../engine/access/context.ts";
import { BadRequest, PermissionDenied } from "../../engine/errors.ts";
import type { Hooks, Row } from "../../engine/resource/declaration.ts";
import { setPassword } from "./set-password.ts";
import { text } from "./texts.ts";
import type { UserRoles } from "./user-roles.ts";

/** The user the product begins with; always active, never deleted. */
export const firstUsername = "admin";

/**
 * Nobody but a system administrator touches a system administrator, by whichever endpoint.
 * @throws PermissionDenied
 */
export async function requireObjectRule(
  roles: UserRoles,
  context: CallerContext,
  userId: string,
): Promise<void> {
  if (context.permissions.isSuperuser || userId === context.principal.id) return;
  const { rows } = await sql<{ is_superuser: boolean }>`
    select ${roles.isSuperuser("t.id")} as is_superuser from users t where t.id = ${userId}
  `.execute(context.db);
  if (rows[0]?.is_superuser === true) throw new PermissionDenied();
}

/** Ends what a user who may no longer come in has open. */
function endSessions(context: CallerContext, userId: string): void {
  context.afterCommit(() => context.services.sessions.destroyOf(userId));
}

/** The rules of writing users. Contract: docs/contract/identity.md, "Rules of users". */
export function userHooks(roles: UserRoles): Hooks {
  return {
    prepare({ context, before, input }) {
      if (before?.id !== context.principal.id) return { ...input };
      // Contract: dropped, so that nobody locks themselves out by saving a form.
      const { is_active: _dropped, ...rest } = input;
      return rest;
    },
    async validate({ context, before, values }) {
      if (before !== null) await requireObjectRule(roles, context, String(before.id));
      if ((values.username ?? before?.username) === firstUsername) values.is_active = true;
      if (before?.username === firstUsername) values.username = firstUsername;
    },
    async written({ context, mode, before, values, input, id }) {
      const userId = String(id);
      if (before === null) await roles.assignInitial(context, userId);
      await writePassword(context, userId, values, mode === "create");
      if (before === null) return;
      const isEnding = values.is_active === false || values.date_expired instanceof Date;
      if (isEnding || "system_roles" in input) await roles.requireAdministrator(context.db);
      if (values.is_active === false) endSessions(context, userId);
    },
    async deleting(context, row: Row) {
      await requireObjectRule(roles, context, String(row.id));
      if (row.id === context.principal.id) throw new BadRequest("error", text.noSelfDelete);
      if (row.username === firstUsername) throw new BadRequest("error", text.adminNotDeletable);
    },
    async deleted(context, row: Row) {
      await roles.requireAdministrator(context.db);
      endSessions(context, String(row.id));
    },
  };
}

/** A new user's password counts only with the strategy `custom`; only local users have one here. */
async function writePassword(
  context: CallerContext,
  userId: string,
  values: Record<string, unknown>,
  isNew: boolean,
): Promise<void> {
  const { password } = values;
  if (typeof password !== "string" || password === "") return;
  if (isNew && values.password_strategy !== "custom") return;
  const owner = await context.db
    .selectFrom("users")
    .select(["id", "name", "username", "source"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  if (owner.source === "local") await setPassword(context, owner, password);
}
