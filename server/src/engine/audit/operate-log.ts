import "./tables.ts";
import { type Kysely, sql } from "kysely";
import type { CallerContext } from "../access/context.ts";
import type { Database } from "../database/database.ts";
import type { Message } from "../i18n/messages.ts";
import type { Json } from "../json.ts";
import type { NamedField } from "../resource/resource.ts";
import type { FieldChange } from "./field-change.ts";

/** What was done to an object. */
export type OperateAction =
  | "create"
  | "update"
  | "delete"
  | "view"
  | "export"
  | "download"
  | "change_password";

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

/** Writes an entry, in the transaction of the change it reports. */
export function recordOperation(context: CallerContext, entry: OperateEntry): Promise<void> {
  return recordOperations(context, [entry]);
}

/** Writes entries, in the transaction of the changes they report. */
export async function recordOperations(
  context: CallerContext,
  entries: readonly OperateEntry[],
): Promise<void> {
  const { db, principal, remoteAddress, organization } = context;
  const author = { display: `${principal.name}(${principal.username})`, id: principal.id, remoteAddress };
  await write(
    db,
    author,
    entries.map((entry) => ({ ...entry, organizationId: entry.organizationId ?? organization.id })),
  );
}

/** Writes an entry of what somebody did on another way than by a request, in the transaction of the change it reports. */
export function recordPersonOperation(
  db: Kysely<Database>,
  { principal, remoteAddress }: PersonAtAddress,
  entry: SystemEntry,
): Promise<void> {
  const author = { display: `${principal.name}(${principal.username})`, id: principal.id, remoteAddress };
  return write(db, author, [entry]);
}

/** Who did something, and from where. */
interface PersonAtAddress extends Pick<CallerContext, "remoteAddress"> {
  readonly principal: Pick<CallerContext["principal"], "id" | "name" | "username">;
}

/** From where something was done by nobody in particular: an address, with a name where another system did it. */
export type OperationOrigin = string | { readonly name: string; readonly remoteAddress: string };

/**
 * Writes entries of what the product did by itself, or for somebody who is nobody yet, in the transaction of the
 * changes they report. As nobody works in an organization here, each entry names its own.
 */
export function recordSystemOperations(
  db: Kysely<Database>,
  entries: readonly SystemEntry[],
  origin: OperationOrigin = "",
): Promise<void> {
  const { name, remoteAddress } =
    typeof origin === "string" ? { name: "System", remoteAddress: origin } : origin;
  return write(db, { display: name, id: null, remoteAddress }, entries);
}

/** An entry that says where it belongs. */
type SystemEntry = OperateEntry & { readonly organizationId: string };

/** Who did it, and from where. */
interface Author {
  readonly display: string;
  readonly id: string | null;
  readonly remoteAddress: string;
}

async function write(db: Kysely<Database>, author: Author, entries: readonly SystemEntry[]): Promise<void> {
  if (entries.length === 0) return;
  told.add(db);
  // A list a column: thousands of entries are one statement of a few parameters.
  const each = (column: (entry: SystemEntry) => string): string[] => entries.map(column);
  await sql`
    insert into operate_logs (
      user_display, user_id, remote_addr, action, resource_type, resource_type_label, resource,
      resource_id, diff, org_id
    )
    select ${author.display}, ${author.id}::uuid, ${author.remoteAddress}, v.action, v.type,
      v.type_label::jsonb, v.name, v.id, v.diff::jsonb, v.org_id
    from unnest(
      ${each(({ action }) => action)}::text[], ${each(({ type }) => type.en)}::text[],
      ${each(({ type: { en, zh, ja } }) => JSON.stringify({ en, zh, ja }))}::text[],
      ${each(({ name }) => name)}::text[], ${each(({ id }) => id)}::text[],
      ${each(({ changes }) => JSON.stringify(changes ?? []))}::text[],
      ${each(({ organizationId }) => organizationId)}::uuid[]
    ) as v (action, type, type_label, name, id, diff, org_id)
  `.execute(db);
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
