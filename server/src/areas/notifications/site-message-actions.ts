import { type Expression, sql } from "kysely";
import type { CallerContext } from "../../engine/access/index.ts";
import { recordOperation } from "../../engine/audit/index.ts";
import { FieldError, ValidationError } from "../../engine/errors.ts";
import { text as common, type Message, withParameters } from "../../engine/i18n/index.ts";
import { isObject, typeName } from "../../engine/json.ts";
import { type Field, parseObject } from "../../engine/resource/index.ts";
import { userGroupsTable, usersTable } from "../users/index.ts";
import { sendSiteMessage, unreadChannel } from "./send.ts";
import { text } from "./texts.ts";

/** The input of an action, parsed by its fields. */
export async function readInput(
  context: CallerContext,
  fields: Readonly<Record<string, Field>>,
  body: unknown,
): Promise<Record<string, unknown>> {
  if (!isObject(body)) {
    const wrong = withParameters(common.notObject, { type: typeName(body ?? null) });
    throw new ValidationError({ non_field_errors: [wrong] });
  }
  try {
    return await parseObject(fields, body, { context, mode: "create", before: null, input: body });
  } catch (error) {
    if (error instanceof FieldError) throw new ValidationError(error.errors);
    throw error;
  }
}

/** Marks these messages of the caller as read, or all of them; ids of other people's are passed over. */
export async function markAsRead(context: CallerContext, ids: readonly string[] | null): Promise<void> {
  const { db, principal, services } = context;
  const { numAffectedRows = 0n } = await sql`
    update site_message_users set has_read = true, read_at = now()
    where user_id = ${principal.id}::uuid and not has_read
      and (${ids === null} or id = any(${ids === null ? [] : [...ids]}::uuid[]))
  `.execute(db);
  if (numAffectedRows > 0n) await services.events.publish(unreadChannel, [principal.id], db);
}

/** Sends what the form says. Somebody has to be named, and everybody named has to exist. */
export async function sendFromForm(context: CallerContext, input: Record<string, unknown>): Promise<void> {
  const { subject, message, user_ids = [], group_ids = [], is_broadcast = false } = input;
  const userIds = user_ids as string[];
  const groupIds = group_ids as string[];
  if (userIds.length === 0 && groupIds.length === 0 && is_broadcast !== true) {
    throw new ValidationError({ user_ids: [text.noRecipient] });
  }
  await requireAll(context, usersTable, userIds, "user_ids");
  await requireAll(context, userGroupsTable, groupIds, "group_ids");
  const sent = await sendSiteMessage(
    { db: context.db, events: context.services.events },
    {
      subject: String(subject),
      message: String(message),
      sender: `${context.principal.name}(${context.principal.username})`,
      userIds,
      groupIds,
      isBroadcast: is_broadcast === true,
    },
  );
  if (sent > 0) {
    const name = String(subject).slice(0, 128);
    await recordOperation(context, { action: "create", type: text.siteMessage, name, id: "" });
  }
}

/** Refuses ids, under the name of the field they came in, that nobody and no group has. */
export async function requireAll(
  { db }: CallerContext,
  table: Expression<unknown>,
  ids: readonly string[],
  field: string,
): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await sql<{ id: string }>`
    select wanted.id from unnest(${[...ids]}::uuid[]) as wanted (id)
    where not exists (select 1 from ${table} r where r.id = wanted.id)
  `.execute(db);
  const missing = rows.map(({ id }): Message => withParameters(common.objectMissing, { pk: id }));
  if (missing.length > 0) throw new ValidationError({ [field]: missing.slice(0, 10) });
}
