import type { CallerContext } from "../../../engine/access/index.ts";
import { consolePath } from "../../../engine/http/index.ts";
import { withParameters } from "../../../engine/i18n/index.ts";
import { writeInstant } from "../../../engine/resource/index.ts";
import { notifyUsers } from "../../notifications/index.ts";
import { usersTable } from "../../users/index.ts";
import type { ChatPlatform } from "./platform.ts";
import { text } from "./texts.ts";

/** Tells somebody that an account was bound to them, or taken from them, in the transaction of that. */
export async function tellBinding(
  context: CallerContext,
  { label: platform }: ChatPlatform,
  userId: string,
  { account, isBound }: { readonly account?: string; readonly isBound: boolean },
): Promise<void> {
  const { services, db, remoteAddress, language, timeZone } = context;
  const { username } = await db
    .selectFrom(usersTable.as("users"))
    .select("username")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  await notifyUsers(
    { ...services, db },
    [userId],
    {
      subject: withParameters(isBound ? text.boundSubject : text.unboundSubject, { platform }),
      parts: [
        { text: withParameters(isBound ? text.boundBody : text.unboundBody, { platform }) },
        {
          facts: [
            [text.username, username],
            ...(account === undefined ? [] : ([[text.account, account]] as const)),
            [text.time, writeInstant(new Date(), timeZone)],
            [text.address, remoteAddress],
          ],
        },
        { link: { label: text.profile, path: consolePath("/profile/info") } },
      ],
    },
    { language },
  );
}
