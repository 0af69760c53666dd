import { sql } from "kysely";
import { text as common, literal } from "../../engine/i18n/index.ts";
import type { Json } from "../../engine/json.ts";
import {
  boolean,
  choice,
  computed,
  datetime,
  describeField,
  type Field,
  labeledChoice,
  type Row,
  text as textField,
  uuid,
} from "../../engine/resource/index.ts";
import { approvalsOfSessions, type SessionApproval } from "../tickets/index.ts";
import { holdField } from "./holds/hold-field.ts";
import { text } from "./texts.ts";

// The fields are described as what a component that reports a session would send; no route writes them.
const words = (label: typeof text.user, maxLength: number, required = true): Field =>
  textField({ label, required, maxLength });

const flag = (label: typeof text.user, initial: boolean): Field => boolean({ label, default: initial });

const derived = (
  label: typeof text.user,
  columns: readonly string[],
  present: (row: Row) => boolean,
): Field => computed({ label, type: "boolean", columns, present });

interface TerminalRow {
  readonly id: string;
  readonly name: string;
  readonly type: string;
}

const loadTerminals: NonNullable<Field["load"]> = async (context, rows) => {
  const ids = [...new Set(rows.map((row) => row.terminal_id).filter((id) => id !== null))];
  const { rows: found } = await sql<TerminalRow>`
    select id, name, type from terminals where id = any(${ids}::uuid[])
  `.execute(context.db);
  return new Map(found.map((terminal) => [terminal.id, terminal]));
};

const loadCommandAmounts: NonNullable<Field["load"]> = async (context, rows) => {
  const ids = rows.filter((row) => row.has_command === true).map((row) => row.id);
  if (ids.length === 0) return new Map();
  const { rows: found } = await sql<{ session_id: string; amount: number }>`
    select session_id, count(*)::integer as amount from commands where session_id = any(${ids}::uuid[]) group by 1
  `.execute(context.db);
  return new Map(found.map(({ session_id, amount }) => [session_id, amount]));
};

/** The ticket by which somebody consented, or signs it off; null where nobody had to. */
const approvalField = computed({
  label: text.approval,
  type: "field",
  isUndescribed: true,
  columns: ["id"],
  load: async ({ db }, rows) => {
    const found = await approvalsOfSessions(
      db,
      rows.map(({ id }) => String(id)),
    );
    return new Map(found.map(({ session_id, ...approval }) => [session_id, approval]));
  },
  present: (row, _context, loaded): Json => {
    const found = (loaded as ReadonlyMap<unknown, Omit<SessionApproval, "session_id">>).get(row.id);
    if (found === undefined) return null;
    const { id, serial_num, state, processor, is_emergency, comment } = found;
    return { id, serial_num, state, processor, ...(is_emergency ? { reason: comment } : {}) };
  },
});

const terminalOf = (row: Row, loaded: unknown): TerminalRow =>
  (loaded as Map<unknown, TerminalRow>).get(row.terminal_id) ?? { id: "", name: "", type: "" };

/** Where a session is carried; never null, so that a page can always look into it. */
function terminal(withType: boolean): Field {
  const field = computed({
    label: text.terminal,
    type: withType ? "nested object" : "object_related_field",
    columns: ["terminal_id"],
    load: loadTerminals,
    present: (row, _context, loaded): Json => {
      const { id, name, type } = terminalOf(row, loaded);
      return withType ? { id, name, type } : { id, name };
    },
    ...(withType
      ? {
          describe: (context) => ({
            children: Object.fromEntries(
              Object.entries(terminalChildren).map(([name, child]) => [name, describeField(child, context)]),
            ),
          }),
        }
      : {}),
  });
  return withType ? field : { ...field, options: { ...field.options, readOnly: false } };
}

/** Kinds of components that carry sessions; the gateway is the one there is. */
export const terminalTypes = [{ value: "koko", label: literal("KoKo") }];

const terminalChildren: Readonly<Record<string, Field>> = {
  id: uuid({ label: common.id }),
  name: textField({ label: common.name, required: true, maxLength: 128 }),
  type: choice({ label: text.type, choices: terminalTypes }),
};

/** The fields of a session. Contract: docs/contract/sessions.md, section 1. */
export const sessionFields = (withTerminalType: boolean): Readonly<Record<string, Field>> => ({
  id: uuid({ label: common.id }),
  user: words(text.user, 128),
  asset: textField({ label: text.asset, required: true }),
  user_id: words(text.userId, 36, false),
  asset_id: words(text.assetId, 36, false),
  account: words(text.account, 128),
  account_id: words(text.accountId, 128),
  protocol: words(text.protocol, 128),
  type: labeledChoice({
    label: text.type,
    default: "normal",
    choices: [
      { value: "normal", label: text.normal },
      { value: "tunnel", label: text.tunnel },
      { value: "command", label: text.command },
      { value: "sftp", label: text.sftp },
    ],
  }),
  login_from: labeledChoice({
    label: text.loginFrom,
    default: "ST",
    choices: [
      { value: "ST", label: text.sshTerminal },
      { value: "RT", label: text.rdpTerminal },
      { value: "WT", label: text.webTerminal },
      { value: "DT", label: text.databaseTerminal },
      { value: "JB", label: text.job },
    ],
  }),
  remote_addr: words(text.remoteAddress, 128, false),
  comment: textField({ label: common.comment }),
  terminal_display: computed({
    label: text.terminalDisplay,
    columns: ["terminal_id"],
    load: loadTerminals,
    present: (row, _context, loaded) => terminalOf(row, loaded).name,
  }),
  is_locked: computed({
    label: text.isLocked,
    columns: ["is_locked"],
    present: (row) => row.is_locked === true,
  }),
  command_amount: computed({
    label: text.commandAmount,
    type: withTerminalType ? "integer" : "field",
    columns: ["id", "has_command"],
    load: loadCommandAmounts,
    present: (row, _context, loaded) => (loaded as Map<unknown, number>).get(row.id) ?? 0,
  }),
  terminal: terminal(withTerminalType),
  is_emergency: computed({
    label: text.emergencyAccess,
    type: "boolean",
    isUndescribed: true,
    columns: ["is_emergency"],
    present: (row) => row.is_emergency === true,
  }),
  approval: approvalField,
  ...(withTerminalType ? { hold: holdField } : {}),
  org_id: uuid({ label: common.organizationId, required: true }),
  is_success: flag(text.isSuccess, true),
  is_finished: flag(text.isFinished, false),
  has_replay: flag(text.hasReplay, false),
  has_command: flag(text.hasCommand, false),
  can_replay: derived(
    text.canReplay,
    ["has_replay", "is_finished"],
    (row) => row.has_replay === true && row.is_finished === true,
  ),
  can_join: derived(
    text.canJoin,
    ["is_finished", "login_from", "type"],
    (row) => row.is_finished !== true && row.login_from !== "RT" && row.type === "normal",
  ),
  can_terminate: derived(text.canTerminate, ["is_finished"], (row) => row.is_finished !== true),
  date_start: datetime({ label: text.dateStart, default: () => new Date().toISOString() }),
  date_end: datetime({ label: text.dateEnd }),
});
