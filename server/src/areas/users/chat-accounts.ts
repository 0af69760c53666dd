import { type Kysely, sql } from "kysely";
import type { Database } from "../../engine/database/index.ts";
import type { UserSource } from "./user-source.ts";

/** The chat platforms whose accounts users can bind. */
export type ChatName = Extract<UserSource, "wecom" | "dingtalk" | "feishu">;

const columns = { wecom: "wecom_id", dingtalk: "dingtalk_id", feishu: "feishu_id" } as const;

/** What came of a binding: the account is somebody's already, or the user has one already. */
export type Binding = "bound" | "taken" | "has-one";

/** Binds an account of a platform to a user, inside the transaction. Nobody loses one that way. */
export async function bindChatAccount(
  db: Kysely<Database>,
  userId: string,
  platform: ChatName,
  account: string,
): Promise<Binding> {
  const column = columns[platform];
  const lock = `sallyport.chat ${platform} ${account}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(db);
  if ((await chatAccountOwner(db, platform, account)) !== null) return "taken";
  const changed = await db
    .updateTable("users")
    .set({ [column]: account })
    .where("id", "=", userId)
    .where(sql<boolean>`coalesce(${sql.ref(column)}, '') = ''`)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n ? "bound" : "has-one";
}

/** Takes the account of a platform from a user; false when there is none. */
export async function unbindChatAccount(
  db: Kysely<Database>,
  userId: string,
  platform: ChatName,
): Promise<boolean> {
  const column = columns[platform];
  const changed = await db
    .updateTable("users")
    .set({ [column]: null })
    .where("id", "=", userId)
    .where(sql<boolean>`coalesce(${sql.ref(column)}, '') <> ''`)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

/** The id of the user an account of a platform is bound to; null when it is nobody's. */
export async function chatAccountOwner(
  db: Kysely<Database>,
  platform: ChatName,
  account: string,
): Promise<string | null> {
  if (account === "") return null;
  const row = await db
    .selectFrom("users")
    .select("id")
    .where(columns[platform], "=", account)
    .executeTakeFirst();
  return row?.id ?? null;
}
