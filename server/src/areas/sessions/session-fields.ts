import { sql } from "kysely";
import { text as common } from "../../engine/i18n/texts.ts";
import type { Json } from "../../engine/json.ts";
import { labeledChoice } from "../../engine/resource/field-kinds/choices.ts";
import { computed } from "../../engine/resource/field-kinds/composites.ts";
import type { Field, Row } from "../../engine/resource/field-kinds/field.ts";
import { boolean, datetime, uuid } from "../../engine/resource/field-kinds/scalars.ts";
import { text as textField } from "../../engine/resource/field-kinds/text.ts";
import { text } from "./texts.ts";

const words = (label: typeof text.user): Field => textField({ label, readOnly: true });

const flag = (label: typeof text.user): Field => boolean({ label, readOnly: true });

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

const terminalOf = (row: Row, loaded: unknown): TerminalRow =>
  (loaded as Map<unknown, TerminalRow>).get(row.terminal_id) ?? { id: "", name: "", type: "" };

/** Where a session is carried; never null, so that a page can always look into it. */
const terminal = (withType: boolean): Field =>
  computed({
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
          describe: () => ({
            children: Object.fromEntries(
              ["id", "name", "type"].map((name) => [name, { type: "string", read_only: true, label: name }]),
            ),
          }),
        }
      : {}),
  });

/** The fields of a session. Contract: docs/contract/sessions.md, section 1. */
export const sessionFields = (withTerminalType: boolean): Readonly<Record<string, Field>> => ({
  id: uuid({ label: common.id, readOnly: true }),
  user: words(text.user),
  asset: words(text.asset),
  user_id: words(text.userId),
  asset_id: words(text.assetId),
  account: words(text.account),
  account_id: words(text.accountId),
  protocol: words(text.protocol),
  type: labeledChoice({
    label: text.type,
    readOnly: true,
    choices: [
      { value: "normal", label: text.normal },
      { value: "tunnel", label: text.tunnel },
      { value: "command", label: text.command },
      { value: "sftp", label: text.sftp },
    ],
  }),
  login_from: labeledChoice({
    label: text.loginFrom,
    readOnly: true,
    choices: [
      { value: "ST", label: text.sshTerminal },
      { value: "RT", label: text.rdpTerminal },
      { value: "WT", label: text.webTerminal },
      { value: "DT", label: text.databaseTerminal },
    ],
  }),
  remote_addr: words(text.remoteAddress),
  comment: words(common.comment),
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
  command_amount: computed({ label: text.commandAmount, type: "integer", present: () => 0 }),
  terminal: terminal(withTerminalType),
  is_success: flag(text.isSuccess),
  is_finished: flag(text.isFinished),
  has_replay: flag(text.hasReplay),
  has_command: flag(text.hasCommand),
  can_replay: derived(
    text.canReplay,
    ["has_replay", "is_finished"],
    (row) => row.has_replay === true && row.is_finished === true,
  ),
  // Joining arrives with sharing; until then nothing offers what leads nowhere.
  can_join: derived(text.canJoin, [], () => false),
  can_terminate: derived(text.canTerminate, ["is_finished"], (row) => row.is_finished !== true),
  date_start: datetime({ label: text.dateStart, readOnly: true }),
  date_end: datetime({ label: text.dateEnd, readOnly: true }),
});
