import { sql } from "kysely";
import type { RequestContext } from "../../../engine/access/index.ts";
import { BadRequest } from "../../../engine/errors.ts";
import { text as common } from "../../../engine/i18n/index.ts";
import {
  type Condition,
  cleanText,
  computed,
  contains,
  custom,
  datetime,
  defineResource,
  escapeLike,
  exact,
  exactChoice,
  type Filter,
  integer,
  isUuid,
  labeledChoice,
  nothing,
  type Row,
  rowCountsTable,
  text as textField,
  uuid,
} from "../../../engine/resource/index.ts";
import { outsideCommands } from "./outside-commands.ts";
import { periodOf } from "./period.ts";
import { riskLevels } from "./risk-levels.ts";
import { commandSources } from "./sources.ts";
import { text } from "./texts.ts";

/** An hour, in milliseconds. */
const hour = 3_600_000;

const bySession: Filter = {
  condition: (value) => {
    if (value === "") return null;
    return isUuid(value) ? sql<boolean>`t.session_id = ${value}::uuid` : nothing;
  },
};

const byRiskLevel: Filter = {
  condition: (value) => {
    if (value === "") return null;
    return riskLevels.some((level) => String(level.value) === value)
      ? sql<boolean>`t.risk_level = ${Number(value)}`
      : nothing;
  },
};

/** Texts that begin with what was asked for. */
const byUser: Filter = {
  condition: (value) =>
    value === "" ? null : sql<boolean>`t."user" like ${`${escapeLike(cleanText(value))}%`}`,
};

/** The database holds every command; the null storage none. Others are asked themselves (outside-commands.ts). */
const byStorage: Filter["condition"] = async (value, { db }) => {
  if (value === "") return null;
  const storage = isUuid(value)
    ? await db.selectFrom("command_storages").select("type").where("id", "=", value).executeTakeFirst()
    : undefined;
  if (storage === undefined) throw new BadRequest("storage_invalid", text.storageInvalid);
  return storage.type === "null" ? nothing : null;
};

/** What is asked for belongs to a session or to a storage; else there is nothing to list. */
function scope(context: RequestContext): Condition | null {
  const { query } = context;
  const isNamed = ["command_storage_id", "session_id", "session", "spm"].some(
    (name) => (query.get(name) ?? "") !== "",
  );
  if (!isNamed) return nothing;
  const { from, to } = periodOf(context);
  const conditions = [
    ...(from === null ? [] : [sql<boolean>`t.date_executed >= ${from}`]),
    ...(to === null ? [] : [sql<boolean>`t.date_executed <= ${to}`]),
  ];
  return conditions.length === 0 ? null : sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

/**
 * The number of commands of a period: whole hours are counted as they are written (`row_counts`), and only the hours it
 * begins and ends in are looked through.
 */
async function countPeriod(context: RequestContext, filter: Condition | null): Promise<number | null> {
  if (filter !== null || (context.query.get("command_storage_id") ?? "") === "") return null;
  const { from, to } = periodOf(context);
  const first = from === null ? null : Math.ceil(from.getTime() / hour);
  const last = to === null ? null : Math.floor(to.getTime() / hour);
  const isWithinHour = from !== null && to !== null && (first as number) > (last as number);
  const begin = first === null ? null : new Date(first * hour);
  const end = last === null ? null : new Date(last * hour);
  const counts = isWithinHour
    ? [countBetween(context, sql<boolean>`t.date_executed between ${from} and ${to}`)]
    : [
        countHours(context, first, last),
        ...(from === null ? [] : [countBetween(context, between(from, begin))]),
        ...(to === null
          ? []
          : [countBetween(context, sql<boolean>`t.date_executed between ${end} and ${to}`)]),
      ];
  const { rows } = await sql<{ count: string }>`select ${sql.join(counts, sql` + `)} as count`.execute(
    context.db,
  );
  return Number(rows[0]?.count ?? 0);
}

const between = (from: Date, before: Date | null): Condition =>
  sql<boolean>`t.date_executed >= ${from} and t.date_executed < ${before}`;

const ofOrganization = ({ organization }: RequestContext): Condition =>
  organization.isRoot ? sql<boolean>`true` : sql<boolean>`org_id = ${organization.id}::uuid`;

const countBetween = (context: RequestContext, period: Condition) =>
  sql<number>`(select count(*) from commands t where ${ofOrganization(context)} and ${period})`;

/** Commands of whole hours, counted since 1970: from the first one on, and before the last one. */
function countHours(context: RequestContext, first: number | null, last: number | null) {
  const at = sql`partition_value::integer`;
  const period = [
    ...(first === null ? [] : [sql<boolean>`${at} >= ${first}`]),
    ...(last === null ? [] : [sql<boolean>`${at} < ${last}`]),
  ];
  return sql<number>`coalesce((
    select sum(difference) from ${rowCountsTable}
    where ${sql.join([sql`table_name = 'commands'`, ofOrganization(context), ...period], sql` and `)}
  ), 0)`;
}

/** What rows say of their session. */
interface SessionFacts {
  readonly id: string;
  readonly remote_addr: string;
  readonly can_replay: boolean;
}

const loadSessions = async (context: RequestContext, rows: readonly Row[]) => {
  const ids = [...new Set(rows.map((row) => row.session_id))];
  const { rows: found } = await sql<SessionFacts>`
    select id, remote_addr, has_replay and is_finished as can_replay from sessions where id = any(${ids}::uuid[])
  `.execute(context.db);
  return new Map(found.map((session) => [session.id, session]));
};

const sessionOf = (row: Row, loaded: unknown): SessionFacts | undefined =>
  (loaded as Map<unknown, SessionFacts>).get(row.session_id);

/**
 * What was run in sessions. The gateway writes it; over HTTP it is read, and told by components (post-commands.ts).
 * Contract: docs/contract/commands.md, section 2.
 */
export const commandsResource = defineResource({
  path: "terminal/commands",
  app: "terminal",
  model: "command",
  label: text.command,
  title: "Command",
  scope: "organization",
  table: "commands",
  fieldOrder: "declared",
  // Described as what a component reports; no form writes them.
  fields: {
    id: uuid({ label: common.id, readOnly: true }),
    user: textField({ label: text.user, required: true }),
    asset: textField({ label: text.asset, required: true, maxLength: 128 }),
    account: textField({ label: text.account, required: true }),
    input: textField({ label: text.input, required: true, maxLength: 2048 }),
    output: textField({ label: text.output, maxLength: 2048 }),
    session: {
      ...textField({ label: text.session, required: true, maxLength: 36 }),
      ...column("session_id"),
    },
    risk_level: labeledChoice({ label: text.riskLevel, default: 0, choices: [...riskLevels] }),
    timestamp: {
      ...integer({ label: text.timestamp, column: "date_executed" }),
      present: (row) => Math.floor((row.date_executed as Date).getTime() / 1000),
    },
    timestamp_display: {
      ...datetime({ label: text.timestampDisplay, readOnly: true, column: "date_executed" }),
    },
    remote_addr: computed({
      label: text.remoteAddress,
      columns: ["session_id"],
      load: loadSessions,
      present: (row, _context, loaded) => sessionOf(row, loaded)?.remote_addr ?? "",
    }),
    command: textField({ label: text.wholeInput, readOnly: true }),
    source: labeledChoice({ label: text.source, readOnly: true, choices: [...commandSources] }),
    can_replay: computed({
      label: text.canReplay,
      type: "boolean",
      columns: ["session_id"],
      load: loadSessions,
      present: (row, _context, loaded) => sessionOf(row, loaded)?.can_replay ?? false,
    }),
  },
  filters: {
    command_storage_id: custom(byStorage),
    session: bySession,
    session_id: { ...bySession, announced: false },
    asset: exact("t.asset"),
    account: exact("t.account"),
    user: byUser,
    risk_level: byRiskLevel,
    input: contains("t.command"),
    source: exactChoice(
      "t.source",
      commandSources.map(({ value }) => value),
    ),
  },
  search: ["t.command"],
  order: { by: ["timestamp", "risk_level"], default: ["-timestamp"] },
  where: scope,
  count: countPeriod,
  outside: outsideCommands,
  operations: ["list"],
  // Components write them.
  describedFor: ["POST", "PUT", "PATCH"],
  displayColumn: "input",
});

function column(name: string) {
  return {
    columns: [name],
    present: (row: Row) => String(row[name]),
  };
}
