import type { Kysely } from "kysely";
import { permission } from "../../engine/access/index.ts";
import { recordOperation } from "../../engine/audit/index.ts";
import type { Database } from "../../engine/database/index.ts";
import { BadRequest } from "../../engine/errors.ts";
import { caller, checkCsrf, type RouteDeclaration } from "../../engine/http/index.ts";
import { translate } from "../../engine/i18n/index.ts";
import { findRow, text as line, prepareResource } from "../../engine/resource/index.ts";
import { endCredentials } from "./end-credentials.ts";
import { text } from "./texts.ts";
import type { UserNotices } from "./user-notices.ts";
import type { UserRoles } from "./user-roles.ts";
import { usersResource } from "./users.ts";

/** Takes more factors from a user, inside the transaction. */
export type FactorsResetHook = (db: Kysely<Database>, userId: string) => Promise<void>;

declare module "../../engine/extensions.ts" {
  interface ExtensionPoints {
    /** Called when an administrator takes every factor from a user. */
    factorResetHooks: FactorsResetHook;
  }
}

const fields = { GET: { msg: line({ label: text.message, readOnly: true }) } };

/**
 * `users/{id}/mfa/reset/` takes the bound factors from a user, who binds new ones with the next sign-in. The
 * contract has it as a GET; because it changes something, a browser has to show the CSRF token all the same.
 * Their sessions, tokens and keys end, as with a new password. `profile/mfa/reset/` is there to refuse: nobody frees themselves of a factor this way.
 * Contract: docs/contract/identity.md, "Actions of users".
 */
export function mfaResetRoutes(roles: UserRoles, notices: UserNotices): readonly RouteDeclaration[] {
  const users = prepareResource(usersResource(roles, notices));
  const ownReset = (language: Parameters<typeof translate>[1]): BadRequest =>
    new BadRequest("error", text.noOwnMfaReset, { error: translate(text.noOwnMfaReset, language) });
  return [
    {
      methods: ["GET"],
      path: "/api/v1/users/users/:id/mfa/reset/",
      access: permission("users.change_user"),
      title: "User Reset Mfa Api",
      fields,
      handle: async (context, { params, headers }) => {
        const known = caller(context);
        if (known.credential === "session" && known.session !== null) {
          checkCsrf(known.session, [headers["x-csrftoken"]].flat()[0], undefined, []);
        }
        await context.db.transaction().execute(async (db) => {
          const inside = { ...known, db };
          const row = await findRow(users, inside, params.id ?? "", true);
          const id = String(row.id);
          if (id === known.principal.id) throw ownReset(context.language);
          await roles.requireAuthority(inside, id, { code: "users.change_user", reach: "everywhere" });
          await db.updateTable("users").set({ otp_secret_sealed: null }).where("id", "=", id).execute();
          for (const hook of context.services.extensions.of("factorResetHooks")) await hook(db, id);
          // Who had the factor may be in already, with a session or a key that it guarded.
          await endCredentials(inside, id);
          await recordOperation(inside, { action: "update", type: text.user, name: String(row.name), id });
          await notices.factorsReset(inside, id);
        });
        return { body: { msg: "success" } };
      },
    },
    {
      methods: ["GET"],
      path: "/api/v1/users/profile/mfa/reset/",
      access: permission("users.view_user"),
      title: "User Reset Mfa Api",
      fields,
      handle: async ({ language }) => {
        throw ownReset(language);
      },
    },
  ];
}
