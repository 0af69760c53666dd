import { hostname } from "node:os";
import { type Kysely, sql } from "kysely";
import type { CallerContext } from "../../../engine/access/index.ts";
import type { Database } from "../../../engine/database/index.ts";
import { BadRequest, ValidationError } from "../../../engine/errors.ts";
import { text as common, translate } from "../../../engine/i18n/index.ts";
import {
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
} from "../../../engine/resource/index.ts";
import { removeServiceAccount, usersTable } from "../../users/index.ts";
import { commandStorageField } from "../commands/command-storages.ts";
import { replayStorageField } from "../storages/replay-storages.ts";
import { text } from "../texts.ts";
import { componentTypes } from "./component-types.ts";
import { isHeard, loadOf } from "./load-rule.ts";
import { readStat, statOf } from "./stat.ts";

/**
 * Registers a process of this machine, the gateway unless told otherwise, or finds its earlier registration: the same
 * machine keeps its id, so that it finds the sessions an interrupted run left behind.
 */
export async function registerTerminal(
  db: Kysely<Database>,
  { name, type }: { readonly name: string; readonly type: string } = {
    name: `gateway-${hostname()}`,
    type: "koko",
  },
): Promise<string> {
  const own = await db
    .insertInto("terminals")
    .values({
      name: name.slice(0, 128),
      type,
      created_by: "System",
      updated_by: null,
    })
    .onConflict((conflict) =>
      conflict
        .column("name")
        .doUpdateSet({ date_heartbeat: new Date(), is_deleted: false })
        // What has registered under this name is somebody else.
        .where("terminals.is_own", "=", true),
    )
    .returning("id")
    .executeTakeFirst();
  return own?.id ?? registerTerminal(db, { name: `${name}-own`, type });
}

/** How busy a component is, as the contract orders it. */
const loads = [
  { value: "critical", label: text.loadCritical },
  { value: "high", label: text.loadHigh },
  { value: "normal", label: text.loadNormal },
  { value: "offline", label: text.loadOffline },
];

/**
 * A component goes once nobody is connected through it. A process of this installation also has to have stopped: one
 * that runs would be unseen.
 */
async function refuseBusy({ db }: CallerContext, row: Row): Promise<void> {
  const { rows } = await sql<{ is_busy: boolean; is_running: boolean }>`
    select exists (select from sessions s where s.terminal_id = t.id and not s.is_finished) as is_busy,
      t.is_own and ${isHeard} as is_running
    from terminals t where t.id = ${row.id}
  `.execute(db);
  if (rows[0]?.is_busy === true) throw new BadRequest("have_online_session", text.terminalInUse);
  if (rows[0]?.is_running === true) throw new BadRequest("terminal_is_alive", text.terminalRuns);
}

/** Its rights end with it, and its name is free again. */
async function endRights({ db }: CallerContext, row: Row): Promise<void> {
  await sql`
    update terminals set name = left(name, 91) || '-' || id::text, measures = null where id = ${row.id}
  `.execute(db);
  if (typeof row.service_account_id === "string") await removeServiceAccount(db, row.service_account_id);
}

/** The components: gateways and other processes of this installation, and those that have registered. Contract: docs/contract/sessions.md, section 3. */
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
    name: textField({ label: common.name, required: true, maxLength: 128 }),
    type: choice({ label: text.type, readOnly: true, choices: componentTypes }),
    remote_addr: textField({ label: text.remoteAddress, maxLength: 128 }),
    session_online: computed({
      label: text.sessionOnline,
      select: () => sql`(
        select count(*)::integer from sessions s where s.terminal_id = t.id and not s.is_finished
      )`,
      present: (row) => Number(row.session_online),
    }),
    is_active: computed({
      label: text.isActive,
      type: "boolean",
      select: () => sql`(t.is_own
        or exists (select from ${usersTable} u where u.id = t.service_account_id and u.is_active))`,
      present: (row) => row.is_active === true,
    }),
    is_alive: computed({
      label: text.isAlive,
      type: "boolean",
      select: () => isHeard,
      present: (row) => row.is_alive === true,
    }),
    ...stamps("date_created"),
    comment: textField({ label: common.comment }),
    command_storage: commandStorageField,
    replay_storage: replayStorageField,
    load: {
      ...labeledChoice({ label: text.load, readOnly: true, choices: loads }),
      columns: [],
      select: () => loadOf,
      present: (row, { language }) => {
        const { label } = loads.find(({ value }) => value === row.load) ?? { label: text.loadOffline };
        return { value: String(row.load), label: translate(label, language) };
      },
    },
    stat: computed({
      label: text.stat,
      type: "field",
      select: () => statOf,
      present: (row, { timeZone }) => readStat(row.stat, timeZone),
    }),
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
        return loads.some((load) => load.value === value) ? sql<boolean>`${loadOf} = ${value}` : nothing;
      },
    },
  },
  search: ["t.name", "t.remote_addr"],
  order: { by: ["name", "type", "remote_addr", "comment", "date_created"], default: ["name"] },
  where: () => sql<boolean>`not t.is_deleted`,
  operations: ["list", "retrieve", "update", "delete", "bulk"],
  describedFor: ["POST"],
  deletedColumn: "is_deleted",
  hooks: {
    validate({ before, values }) {
      const isRenamed = values.name !== undefined && values.name !== before?.name;
      // A process of this installation finds itself by its name.
      if (isRenamed && before?.is_own === true) throw new ValidationError({ name: [text.ownName] });
    },
    beforeDelete: refuseBusy,
    afterDelete: endRights,
  },
});
