import type { CallerContext } from "../access/context.ts";
import type { Message } from "../i18n/messages.ts";
import type { Json } from "../json.ts";
import type { NamedField } from "../resource/resource.ts";

/** What was done to an object. */
export type OperateAction =
  | "create"
  | "update"
  | "delete"
  | "view"
  | "export"
  | "download"
  | "change_password";

/** One changed field: its name in all languages, and the values a reader may see. */
export interface FieldChange {
  readonly field: string;
  readonly label: { readonly en: string; readonly zh: string; readonly ja: string };
  readonly before: Json;
  readonly after: Json;
}

declare module "../database/database.ts" {
  interface Database {
    operate_logs: {
      id: import("kysely").Generated<string>;
      user_display: string;
      user_id: string | null;
      action: string;
      resource_type: string;
      resource: string;
      resource_id: string;
      remote_addr: string;
      diff: readonly FieldChange[] | string;
      org_id: string;
      datetime: import("kysely").Generated<Date>;
    };
  }
}

/** An entry of the operate log. */
export interface OperateEntry {
  readonly action: OperateAction;
  /** Kind of the object, e.g. the label of its resource. */
  readonly type: Message;
  /** Name of the object. */
  readonly name: string;
  readonly id: string;
  readonly changes?: readonly FieldChange[];
  /** Organization of the object; the current one when omitted. */
  readonly organizationId?: string;
}

/** Transactions in which something was recorded. */
const told = new WeakSet<object>();

/** Whether an entry was written in the transaction of this request. */
export function hasRecorded({ db }: Pick<CallerContext, "db">): boolean {
  return told.has(db);
}

/** Writes an entry, in the transaction of the change it tells of. */
export function recordOperation(context: CallerContext, entry: OperateEntry): Promise<void> {
  return recordOperations(context, [entry]);
}

/** Writes entries, in the transaction of the changes they tell of. */
export async function recordOperations(
  context: CallerContext,
  entries: readonly OperateEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  const { principal, remoteAddress, organization } = context;
  told.add(context.db);
  await context.db
    .insertInto("operate_logs")
    .values(
      entries.map((entry) => ({
        user_display: `${principal.name}(${principal.username})`,
        user_id: principal.id,
        action: entry.action,
        resource_type: entry.type.en,
        resource: entry.name,
        resource_id: entry.id,
        remote_addr: remoteAddress,
        diff: JSON.stringify(entry.changes ?? []),
        org_id: entry.organizationId ?? organization.id,
      })),
    )
    .execute();
}

/** Shown instead of a secret that was changed. */
const hidden = "******";

/**
 * The fields whose value a reader sees differs, and the secrets that were written (never their values).
 * `written` names the fields of the input that were set.
 */
export function changesBetween(
  fields: readonly NamedField[],
  before: Readonly<Record<string, Json>>,
  after: Readonly<Record<string, Json>>,
  written: ReadonlySet<string>,
): FieldChange[] {
  const changes: FieldChange[] = [];
  for (const { name, field } of fields) {
    const { en, zh, ja } = field.options.label;
    if (field.options.writeOnly === true) {
      if (written.has(name))
        changes.push({ field: name, label: { en, zh, ja }, before: hidden, after: hidden });
    } else if (
      !stamped.has(name) &&
      JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null)
    ) {
      const shown = (value: Json | undefined): Json =>
        field.options.masked === true ? hidden : (value ?? null);
      changes.push({
        field: name,
        label: { en, zh, ja },
        before: shown(before[name]),
        after: shown(after[name]),
      });
    }
  }
  return changes;
}

/** Fields that change with every write and say nothing. */
const stamped = new Set(["date_updated", "updated_by", "version"]);
