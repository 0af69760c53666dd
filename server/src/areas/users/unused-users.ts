import { type RawBuilder, sql } from "kysely";
import { recordSystemOperations } from "../../engine/audit/index.ts";
import { text as shared } from "../../engine/i18n/index.ts";
import { log } from "../../engine/log.ts";
import type { Services } from "../../engine/services.ts";
import { organizationIds } from "../organizations/index.ts";
import { endCredentials } from "./end-credentials.ts";
import { text } from "./texts.ts";
import { firstUsername } from "./user-rules.ts";

/** Whether somebody was seen in another way within `days`, over their row `users`. */
type SeenElsewhere = (days: number) => RawBuilder<boolean>;

declare module "../../engine/extensions.ts" {
  interface ExtensionPoints {
    /** Uses that are no sign-in and count as being seen, for example of a key that scripts sign with. */
    userActivityChecks: SeenElsewhere;
  }
}

/**
 * Disables people who did not sign in for `SECURITY_UNCOMMON_USERS_TTL` days; being made, or getting a password,
 * counts as well, and so does what higher areas contribute. The first administrator stays. Recorded in the operate
 * log of each. Contract: docs/contract/identity.md, "Login log".
 */
export async function disableUnusedUsers({
  db,
  sessions,
  settings,
  extensions,
}: Pick<Services, "db" | "extensions" | "sessions" | "settings">): Promise<void> {
  const days = await settings.get<number>("SECURITY_UNCOMMON_USERS_TTL");
  const seen = extensions.of("userActivityChecks").map((declared) => sql`and not ${declared(days)}`);
  const unused = await db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ id: string; name: string }>`
      update users set is_active = false, date_updated = now()
      where is_active and not is_service_account and username <> ${firstUsername}
        and greatest(last_login, date_joined, date_password_last_updated) < now() - ${days} * interval '1 day' ${sql.join(seen, sql` `)}
      returning id, name
    `.execute(transaction);
    for (const { id } of rows) await endCredentials({ services: { extensions }, db: transaction }, id);
    const { en, zh, ja } = shared.isActive;
    const changes = [{ field: "is_active", label: { en, zh, ja }, before: true, after: false }];
    await recordSystemOperations(
      transaction,
      rows.map((user) => ({
        action: "update",
        type: text.user,
        ...user,
        changes,
        organizationId: organizationIds.root,
      })),
    );
    return rows.map(({ id }) => id);
  });
  for (const id of unused) await sessions.destroyOf(id);
  if (unused.length > 0) log.info({ users: unused, days }, "disabled users who were not seen");
}
