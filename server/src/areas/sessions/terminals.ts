import { hostname } from "node:os";
import { type Kysely, sql } from "kysely";
import type { Database } from "../../engine/database/database.ts";
import { text as common } from "../../engine/i18n/texts.ts";
import { defineResource } from "../../engine/resource/declaration.ts";
import { labeledChoice } from "../../engine/resource/field-kinds/choices.ts";
import { computed } from "../../engine/resource/field-kinds/composites.ts";
import { boolean, datetime, uuid } from "../../engine/resource/field-kinds/scalars.ts";
import { text as textField } from "../../engine/resource/field-kinds/text.ts";
import { exact } from "../../engine/resource/query/filters.ts";
import { terminalTypes } from "./session-fields.ts";
import { text } from "./texts.ts";

/** A gateway that has not been heard of for this long is not alive, in seconds. */
export const silenceSeconds = 90;

/**
 * Registers this machine's gateway, or finds its earlier registration: the same machine keeps its id, so that it
 * finds the sessions an interrupted run left behind.
 */
export async function registerTerminal(
  db: Kysely<Database>,
  name = `gateway-${hostname()}`,
): Promise<string> {
  const { id } = await db
    .insertInto("terminals")
    .values({ name: name.slice(0, 128), type: "koko", created_by: "System", updated_by: null })
    .onConflict((conflict) =>
      conflict.column("name").doUpdateSet({ date_heartbeat: new Date(), is_deleted: false }),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** The gateways of the product. Contract: docs/contract/sessions.md, section 3. */
export const terminalsResource = defineResource({
  path: "terminal/terminals",
  app: "terminal",
  model: "terminal",
  label: text.terminal,
  title: "Terminal",
  scope: "global",
  table: "terminals",
  fields: {
    id: uuid({ label: common.id, readOnly: true }),
    name: textField({ label: common.name, readOnly: true }),
    type: labeledChoice({
      label: text.type,
      readOnly: true,
      choices: terminalTypes,
    }),
    remote_addr: textField({ label: text.remoteAddress, readOnly: true }),
    comment: textField({ label: common.comment, maxLength: 128, blank: true }),
    is_alive: computed({
      label: text.isAlive,
      type: "boolean",
      columns: ["date_heartbeat"],
      present: (row) => Date.now() - (row.date_heartbeat as Date).getTime() < silenceSeconds * 1000,
    }),
    is_active: {
      ...boolean({ label: text.isActive, readOnly: true }),
      columns: ["is_deleted"],
      present: (row) => row.is_deleted !== true,
    },
    date_created: datetime({ label: common.dateCreated, readOnly: true }),
  },
  sizes: { mini: ["id", "name"] },
  filters: { name: exact("t.name"), type: exact("t.type"), remote_addr: exact("t.remote_addr") },
  search: ["t.name", "t.remote_addr"],
  order: { by: ["name", "date_created"], default: ["name"] },
  where: () => sql<boolean>`not t.is_deleted`,
  operations: ["list", "retrieve", "update"],
});
