import { type RawBuilder, sql } from "kysely";
import type { CallerContext } from "../../engine/access/index.ts";
import { recordActivities, recordOperation } from "../../engine/audit/index.ts";
import type { Message } from "../../engine/i18n/index.ts";
import type { ReadEvent } from "../../engine/resource/index.ts";
import { text } from "./texts.ts";

/** Parameters that choose how an answer looks, not what is in it. */
const presentation = new Set([
  "limit",
  "offset",
  "order",
  "format",
  "template",
  "fields",
  "fields!",
  "fields_size",
  "action",
  "display",
  "draw",
  "oid",
  "token",
]);

/** Longest name kept of what was read. */
const longestName = 128;

/** What a list of secrets was asked for, as the log reports it; English, like everything that is stored there. */
function describeReading({ query }: CallerContext): string {
  if (query.get("spm") || query.get("ids")) return "Export only selected items";
  const filters = query.entries().filter(([name, value]) => !presentation.has(name) && value !== "");
  if (filters.length === 0) return "Export all";
  const told = filters.map(([name, value]) => `${name}=${value}`.replaceAll("\0", "")).join(",");
  return `Export filtered: ${told}`.slice(0, longestName);
}

/** Whose secrets are read. */
export interface ReadSubject {
  readonly table: "accounts" | "account_templates";
  /** What one of them is called. */
  readonly type: Message;
}

/**
 * Writes down that secrets are being read: one entry of the operate log for what was asked, and an activity for each
 * account. Written before anything is answered. Contract: docs/contract/accounts.md, "Reading secrets".
 */
export async function recordReading(
  context: CallerContext,
  operation: ReadEvent["operation"],
  accounts: RawBuilder<unknown>,
  { table, type }: ReadSubject = { table: "accounts", type: text.account },
): Promise<void> {
  const [account] =
    operation === "retrieve"
      ? (
          await sql<{ id: string; name: string; org_id: string }>`
            select a.id, a.name, a.org_id from ${sql.table(table)} a where a.id in (${accounts})
          `.execute(context.db)
        ).rows
      : [];
  // An account without former secrets: nothing was read.
  if (operation === "retrieve" && account === undefined) return;
  await recordOperation(context, {
    action: "view",
    type,
    name: account?.name ?? describeReading(context),
    id: account?.id ?? "",
    ...(account === undefined ? {} : { organizationId: account.org_id }),
  });
  await recordActivities(
    context,
    context.format !== "json" ? "export_secret" : "view_secret",
    sql`select a.org_id, a.id::text as resource_id from ${sql.table(table)} a where a.id in (${accounts})`,
  );
}
