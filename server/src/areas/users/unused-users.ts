import { type RawBuilder, sql } from "kysely";
import { log } from "../../engine/log.ts";
import type { Services } from "../../engine/services.ts";
import { disableUsers, type UserStateServices } from "./disable-users.ts";

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
export async function disableUnusedUsers(
  services: UserStateServices & Pick<Services, "settings">,
): Promise<void> {
  const days = await services.settings.get<number>("SECURITY_UNCOMMON_USERS_TTL");
  const seen = services.extensions.of("userActivityChecks").map((declared) => sql`and not ${declared(days)}`);
  const unused = await disableUsers(
    services,
    sql<boolean>`greatest(last_login, date_joined, date_password_last_updated) < now() - ${days} * interval '1 day' ${sql.join(seen, sql` `)}`,
  );
  if (unused.length > 0) log.info({ users: unused, days }, "disabled users who were not seen");
}
