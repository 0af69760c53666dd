import { recordPastLogins } from "../areas/credentials/index.ts";
import { usersTable } from "../areas/users/index.ts";
import type { Services } from "../engine/services.ts";
import { createRandom } from "./random.ts";

const day = 86_400_000;

/** Sign-ins of the last thirty days, some of which failed. */
export async function makePastLogins(services: Pick<Services, "config" | "db">, now: Date): Promise<void> {
  const people = await services.db
    .selectFrom(usersTable.as("users"))
    .select("username")
    .where("is_service_account", "=", false)
    .orderBy("username")
    .execute();
  const random = createRandom(77);
  const logins = people.flatMap(({ username }) =>
    Array.from({ length: random.between(4, 14) }, () => {
      const succeeded = random.next() > 0.12;
      return {
        username,
        type: random.next() > 0.25 ? ("W" as const) : ("T" as const),
        remoteAddress: `192.0.2.${random.between(2, 250)}`,
        userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
        mfa: 0 as const,
        reason: succeeded ? "" : "password_failed",
        succeeded,
        date: new Date(now.getTime() - Math.floor(random.next() * 30 * day)),
      };
    }),
  );
  await recordPastLogins(services, logins);
}
