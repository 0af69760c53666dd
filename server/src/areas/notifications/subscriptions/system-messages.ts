import { type Expression, type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import type { Message } from "../../../engine/i18n/index.ts";
import { roleBindingsTable, roleIds } from "../../roles/index.ts";
import { userGroupMembersTable, userGroupsTable, usersTable } from "../../users/index.ts";
import { gather } from "../digests/gather.ts";
import { notifyUsers, type Sending } from "../notices/deliver.ts";
import type { Notice } from "../notices/notice.ts";
import { notifyRooms } from "../rooms/room-job.ts";
import { text } from "../texts.ts";

/** A kind of message about the installation, of which an administrator chooses who gets it. */
export interface SystemMessageType {
  readonly type: string;
  readonly label: Message;
  readonly category: string;
  readonly categoryLabel: Message;
  /** Who gets it until somebody chooses. */
  readonly initial: { readonly administrators: boolean; readonly backends: readonly string[] };
}

const nobody = { administrators: false, backends: [] } as const;

const sessions = { category: "terminal", categoryLabel: text.categorySessions } as const;

/** In the order they are shown. Contract: docs/contract/notifications.md, "System messages". */
export const systemMessageTypes = [
  {
    type: "ServerPerformanceMessage",
    label: text.serverPerformance,
    category: "Operations",
    categoryLabel: text.categoryOperations,
    initial: { administrators: true, backends: ["email"] },
  },
  { type: "CommandAlertMessage", label: text.commandAlert, ...sessions, initial: nobody },
  { type: "CommandExecutionAlert", label: text.commandExecutionAlert, ...sessions, initial: nobody },
  {
    type: "StorageConnectivityMessage",
    label: text.storageConnectivity,
    category: "storage",
    categoryLabel: text.categoryStorage,
    initial: { administrators: false, backends: ["email", "site_msg"] },
  },
] as const satisfies readonly SystemMessageType[];

/** Names of the kinds. */
export type SystemMessageName = (typeof systemMessageTypes)[number]["type"];

/** Who gets messages of a kind, and how. */
export interface Subscription {
  readonly users: readonly string[];
  readonly groups: readonly string[];
  readonly backends: readonly string[];
}

/** The subscription as it was chosen, or as it begins. */
export async function readSubscription(
  db: Kysely<Database>,
  declared: SystemMessageType,
): Promise<Subscription> {
  const row = await db
    .selectFrom("system_message_subscriptions")
    .selectAll()
    .where("message_type", "=", declared.type)
    .executeTakeFirst();
  if (row !== undefined) {
    const { user_ids, group_ids, receive_backends } = row;
    return {
      users: await known(db, usersTable, user_ids),
      groups: await known(db, userGroupsTable, group_ids),
      backends: receive_backends,
    };
  }
  const { administrators, backends } = declared.initial;
  return { users: administrators ? await systemAdministrators(db) : [], groups: [], backends };
}

/** Those of the ids that still are somebody, in their order. */
async function known(
  db: Kysely<Database>,
  table: Expression<unknown>,
  ids: readonly string[],
): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select id from ${table} where id = any(${[...ids]}::uuid[])
  `.execute(db);
  const present = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => present.has(id));
}

async function systemAdministrators(db: Kysely<Database>): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id from ${usersTable} u where not u.is_service_account and exists (
      select 1 from ${roleBindingsTable} b where b.user_id = u.id and b.role_id = ${roleIds.systemAdmin}::uuid)
    order by u.name, u.id
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Everybody a subscription reaches, once. */
export async function receiversOf(
  db: Kysely<Database>,
  { users, groups }: Subscription,
): Promise<
  readonly { readonly id: string; readonly name: string; readonly [address: string]: string | null }[]
> {
  const { rows } = await sql<{ id: string; name: string; [address: string]: string | null }>`
    select u.id, u.name, u.username, u.email, u.wecom_id, u.dingtalk_id, u.feishu_id from ${usersTable} u
    where not u.is_service_account and (u.id = any(${[...users]}::uuid[]) or u.id in (
      select m.user_id from ${userGroupMembersTable} m where m.usergroup_id = any(${[...groups]}::uuid[])))
    order by u.name, u.id
  `.execute(db);
  return rows;
}

/** The rooms that get messages of a kind. */
export async function readRooms(db: Kysely<Database>, type: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom("system_message_rooms")
    .select("room")
    .where("message_type", "=", type)
    .orderBy("room")
    .execute();
  return rows.map(({ room }) => room);
}

/** Has these rooms, and no other ones, get messages of a kind. */
export async function chooseRooms(
  db: Kysely<Database>,
  type: string,
  chosen: readonly string[],
): Promise<void> {
  await db.deleteFrom("system_message_rooms").where("message_type", "=", type).execute();
  const values = [...new Set(chosen)].map((room) => ({ message_type: type, room }));
  if (values.length > 0)
    await db
      .insertInto("system_message_rooms")
      .values(values)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/**
 * Tells the subscribers of a kind of message something; those who had enough of the kind within a short time are told
 * later, of several together. Contract: docs/contract/notifications.md, sections 6 and 11.
 * @param now the clock
 */
export async function notifySubscribers(
  sending: Sending,
  type: SystemMessageName,
  notice: Notice,
  now: Date = new Date(),
): Promise<void> {
  const declared = systemMessageTypes.find((one) => one.type === type);
  if (declared === undefined) throw new Error(`"${type}" is not a system message`);
  const subscription = await readSubscription(sending.db, declared);
  const users = (await receiversOf(sending.db, subscription)).map(({ id }) => id);
  const rooms = await readRooms(sending.db, type);
  const receivers = [...users.map((id) => `user:${id}`), ...rooms.map((name) => `room:${name}`)];
  const undelayed = await gather(sending, { type, receivers, notice, now });
  await notifyUsers(
    sending,
    users.filter((id) => undelayed.has(`user:${id}`)),
    notice,
    { backends: subscription.backends },
  );
  await notifyRooms(
    sending,
    rooms.filter((name) => undelayed.has(`room:${name}`)),
    notice,
  );
}
