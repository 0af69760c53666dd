import { type CallerContext, requireConfirmation } from "../../engine/access/index.ts";
import { BadRequest, ValidationError } from "../../engine/errors.ts";
import type { Message } from "../../engine/i18n/index.ts";
import type { Hooks, RowOf, Values, WriteEvent } from "../../engine/resource/index.ts";
import { endCredentials } from "./end-credentials.ts";
import { mixedAlphabets, resemblanceText, resembling } from "./names.ts";
import { hasNewKey } from "./new-key.ts";
import { requireGoodPasswordFor, setPassword } from "./set-password.ts";
import { text } from "./texts.ts";
import type { UserFields } from "./user-fields.ts";
import type { UserNotices } from "./user-notices.ts";
import type { UserRoles } from "./user-roles.ts";

/** The user the product begins with; always active, never deleted. */
export const firstUsername = "admin";

/** What is a user's place in an organization, or a remark; everything else of a user counts in all of them. */
const localFields: ReadonlySet<string> = new Set(["groups", "org_roles", "comment", "password_strategy"]);

/** Whether a write changes the user as such, beyond what the form sends back as it was. */
function changesUser({ before, values }: WriteEvent<UserFields>): boolean {
  return Object.entries(values).some(([name, value]) => {
    if (localFields.has(name)) return false;
    if (name === "password" || name === "public_key") return typeof value === "string" && value !== "";
    // What is kept elsewhere than in the row is compared nowhere, so it counts as changed.
    return before === null || !isSame(before[name], value);
  });
}

function isSame(before: unknown, value: unknown): boolean {
  // Forms send instants back to the second.
  const plain = (one: unknown): unknown => (one instanceof Date ? Math.floor(one.getTime() / 1000) : one);
  return plain(before ?? null) === plain(value ?? null);
}

/** Ends what a user who may no longer come in has open. */
function endSessions(context: CallerContext, userId: string): void {
  context.afterCommit(() => context.services.sessions.destroyOf(userId));
}

/** Whether a write shuts its user out: disables them, or lets their time be over. */
const isShutOut = ({ is_active: active, date_expired: expires }: Values<UserFields>): boolean =>
  active === false || (expires instanceof Date && expires.getTime() <= Date.now());

/** The rules of writing users. Contract: docs/contract/identity.md, "Rules of users". */
export function userHooks(roles: UserRoles, notices: UserNotices): Hooks<UserFields> {
  return {
    prepare({ context, before, input }) {
      if (before?.id !== context.principal.id) return { ...input };
      // Contract: dropped, so that nobody locks themselves out by saving a form.
      const { is_active: _dropped, ...rest } = input;
      return rest;
    },
    async validate(event) {
      const { context, before, values } = event;
      if (before !== null) {
        const reach = changesUser(event) ? "everywhere" : "here";
        await roles.requireAuthority(context, before.id, { code: "users.change_user", reach });
        // Users who look after users have no shorter way to a key of their own than everybody else.
        if (before.id === context.principal.id && hasNewKey(values, before)) {
          await requireConfirmation(context, "password");
        }
      }
      await refuseNames(context, values, before);
      if ((values.username ?? before?.username) === firstUsername) {
        values.is_active = true;
        // Whatever becomes of every other source: somebody can still come in.
        values.source = "local";
      }
      if (before?.username === firstUsername) values.username = firstUsername;
    },
    async afterWrite({ context, mode, before, values, input, id }) {
      const userId = String(id);
      if (before === null) await roles.assignInitial(context, userId);
      const hasPassword = await writePassword(context, roles, userId, values, mode === "create");
      if (before === null) return notices.created(context, userId, hasPassword);
      if (userId !== context.principal.id) {
        const { public_key: key } = values;
        const isNewKey = key !== undefined && key !== "" && key !== before.public_key;
        if (hasPassword) {
          await endCredentials(context, userId);
          await notices.passwordSet(context, userId);
        }
        if (isNewKey) await notices.publicKeySet(context, userId);
      }
      const isEnding = values.is_active === false || values.date_expired instanceof Date;
      const isMoved = values.source !== undefined && values.source !== before.source;
      if (isEnding || isMoved || "system_roles" in input) await roles.requireAdministrator(context.db);
      if (isShutOut(values)) {
        endSessions(context, userId);
        await endCredentials(context, userId);
      }
    },
    async beforeDelete(context, row) {
      await roles.requireAuthority(context, row.id, {
        code: "users.delete_user",
        reach: "everywhere",
      });
      if (row.id === context.principal.id) throw new BadRequest("error", text.noSelfDelete);
      if (row.username === firstUsername) throw new BadRequest("error", text.adminNotDeletable);
    },
    async afterDelete(context, row) {
      await roles.requireAdministrator(context.db);
      endSessions(context, row.id);
    },
  };
}

async function refuseNames(
  context: CallerContext,
  values: Values<UserFields>,
  before: RowOf<UserFields> | null,
): Promise<void> {
  const errors: Record<string, Message[]> = {};
  for (const column of ["username", "email"] as const) {
    const value = values[column];
    if (value === undefined || value === before?.[column]) continue;
    const found = await resembling(context, column, value, before?.id ?? null);
    const problem =
      found === null
        ? column === "username" && mixedAlphabets(value, context.language)
        : resemblanceText[found];
    if (problem) errors[column] = [problem];
  }
  if (Object.keys(errors).length > 0) throw new ValidationError(errors);
}

/** A new user's password counts only with the strategy `custom`; only local users have one. Whether it was set. */
async function writePassword(
  context: CallerContext,
  roles: UserRoles,
  userId: string,
  values: Values<UserFields>,
  isNew: boolean,
): Promise<boolean> {
  const { password } = values;
  if (password === undefined || password === null || password === "") return false;
  if (isNew && values.password_strategy !== "custom") return false;
  const owner = await context.db
    .selectFrom("users")
    .select(["id", "name", "username", "source"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  if (owner.source !== "local") return false;
  await requireGoodPasswordFor(context, roles, owner.id, password);
  await setPassword(context, owner, password);
  return true;
}
