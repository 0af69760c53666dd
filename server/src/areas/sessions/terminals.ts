import { hostname } from "node:os";
import { type Kysely, sql } from "kysely";
import type { CallerContext } from "../../engine/access/index.ts";
import type { Database } from "../../engine/database/index.ts";
import { BadRequest } from "../../engine/errors.ts";
import { text as common, translate } from "../../engine/i18n/index.ts";
import {
  boolean,
  choice,
  computed,
  contains,
  defineResource,
  exact,
  labeledChoice,
  nothing,
  type Row,
  stamps,
  text as textField,
  uuid,
} from "../../engine/resource/index.ts";
import { commandStorageField } from "./commands/command-storages.ts";
import { terminalTypes } from "./session-fields.ts";
import { replayStorageField } from "./storages/replay-storages.ts";
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
    .values({
      name: name.slice(0, 128),
      type: "koko",
      created_by: "System",
      updated_by: null,
    })
    .onConflict((conflict) =>
      conflict.column("name").doUpdateSet({ date_heartbeat: new Date(), is_deleted: false }),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

const isHeard = (row: Row): boolean =>
  Date.now() - (row.date_heartbeat as Date).getTime() < silenceSeconds * 1000;

/** How busy a component is. Load is not measured, so none is high or critical. */
const loads = [
  { value: "critical", label: text.loadCritical },
  { value: "high", label: text.loadHigh },
  { value: "normal", label: text.loadNormal },
  { value: "offline", label: text.loadOffline },
];

/** A gateway goes once nobody is connected through it, and once it has stopped: one that runs would be unseen. */
async function refuseBusy({ db }: CallerContext, row: Row): Promise<void> {
  const { rows } = await sql`
    select 1 from sessions where terminal_id = ${row.id} and not is_finished limit 1
  `.execute(db);
  if (rows.length > 0) throw new BadRequest("have_online_session", text.terminalInUse);
  if (isHeard(row)) throw new BadRequest("terminal_is_alive", text.terminalRuns);
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
    name: textField({ label: common.name, readOnly: true, maxLength: 128 }),
    type: choice({ label: text.type, readOnly: true, choices: terminalTypes }),
    remote_addr: textField({ label: text.remoteAddress, readOnly: true, maxLength: 128 }),
    session_online: computed({
      label: text.sessionOnline,
      select: () => sql`(
        select count(*)::integer from sessions s where s.terminal_id = t.id and not s.is_finished
      )`,
      present: (row) => Number(row.session_online),
    }),
    is_active: {
      ...boolean({ label: text.isActive, readOnly: true }),
      columns: ["is_deleted"],
      present: (row) => row.is_deleted !== true,
    },
    is_alive: computed({
      label: text.isAlive,
      type: "boolean",
      columns: ["date_heartbeat"],
      present: isHeard,
    }),
    ...stamps("date_created"),
    comment: textField({ label: common.comment }),
    command_storage: commandStorageField,
    replay_storage: replayStorageField,
    load: {
      ...labeledChoice({ label: text.load, readOnly: true, choices: loads }),
      columns: ["date_heartbeat"],
      present: (row, { language }) => {
        const value = isHeard(row) ? "normal" : "offline";
        const label = isHeard(row) ? text.loadNormal : text.loadOffline;
        return { value, label: translate(label, language) };
      },
    },
  },
  fieldOrder: "declared",
  sizes: { mini: ["id", "name"] },
  filters: {
    name: exact("t.name"),
    type: exact("t.type"),
    remote_addr: contains("t.remote_addr"),
    load: {
      condition: (value) => {
        if (value === "") return null;
        if (value !== "normal" && value !== "offline") return nothing;
        const heard = sql<boolean>`t.date_heartbeat > now() - make_interval(secs => ${silenceSeconds})`;
        return value === "normal" ? heard : sql<boolean>`not (${heard})`;
      },
    },
  },
  search: ["t.name", "t.remote_addr"],
  order: { by: ["name", "type", "remote_addr", "comment", "date_created"], default: ["name"] },
  where: () => sql<boolean>`not t.is_deleted`,
  operations: ["list", "retrieve", "update", "delete", "bulk"],
  describedFor: ["POST"],
  deletedColumn: "is_deleted",
  hooks: { beforeDelete: refuseBusy },
});
