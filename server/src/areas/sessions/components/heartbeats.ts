import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import { type FieldErrors, ValidationError } from "../../../engine/errors.ts";
import type { Message } from "../../../engine/i18n/index.ts";
import { isObject, type JsonObject } from "../../../engine/json.ts";
import { log } from "../../../engine/log.ts";
import { isUuid } from "../../../engine/resource/index.ts";
import { spaceWrites } from "../../../engine/spaced-writes.ts";
import { type LoadFigure, loadFigures } from "./load-rule.ts";
import { text } from "./texts.ts";

/** What a component says of itself every now and then. */
export interface Heartbeat extends Readonly<Record<LoadFigure, number>> {
  /** The sessions it says it carries. */
  readonly sessions: readonly string[];
  /** Counters of a process of this installation; absent: it has none. */
  readonly measures?: JsonObject;
}

/** Word for the end of sessions whose component fell silent. */
export const sessionSilence = "gateway_silent";

/** Seconds that a span of the history covers. */
export const finestSpan = 300;

/** Most sessions of one heartbeat. */
const mostSessions = 10_000;

/** Largest figures there can be: a load is of processors, the others are percent. */
const largest: Readonly<Record<LoadFigure, number>> = {
  cpu_load: 10_000,
  memory_used: 100,
  disk_used: 100,
};

/** A figure, also where it is written as text; null for what is none. */
function readFigure(value: unknown, most: number): number | null {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && number >= 0 && number <= most ? number : null;
}

/**
 * Reads what a component says. What it does not say of its load is 0, as the contract has it.
 *
 * @throws ValidationError with every field that cannot be: no figure of a load is believed that none can have
 */
export function readHeartbeat(body: unknown): Heartbeat {
  if (!isObject(body)) throw new ValidationError({ non_field_errors: [text.objectExpected] });
  const errors: Record<string, FieldErrors> = {};
  const refuse = (name: string, message: Message): void => {
    errors[name] = [message];
  };
  const figures = Object.fromEntries(
    loadFigures.map((name) => {
      const figure = readFigure(body[name] ?? 0, largest[name]);
      if (figure === null) refuse(name, text.notAFigure);
      return [name, figure ?? 0];
    }),
  ) as Record<LoadFigure, number>;
  // How many sessions it carries is counted here: what it says of that has to be a number, and is not used.
  const told = readFigure(body.session_online ?? 0, 1_000_000);
  if (told === null || !Number.isInteger(told)) refuse("session_online", text.notACount);
  const { sessions = [] } = body;
  const ids = sessions === null ? [] : sessions;
  if (!Array.isArray(ids) || ids.length > mostSessions || !ids.every((id) => typeof id === "string")) {
    refuse("sessions", text.notSessions);
  }
  if (Object.keys(errors).length > 0) throw new ValidationError(errors);
  return { ...figures, sessions: (ids as string[]).filter(isUuid) };
}

/**
 * Notes heartbeats of components: when each was heard of, its load and the history of it, and which sessions are alive.
 * Only sessions of the component itself count. One that was given up while the component was silent, and is alive after
 * all, runs again. Many heartbeats are one statement.
 */
export async function noteHeartbeats(
  db: Kysely<Database>,
  beats: ReadonlyMap<string, Heartbeat>,
): Promise<void> {
  if (beats.size === 0) return;
  const rows = [...beats].map(([terminal, beat]) => ({ terminal, ...beat }));
  await sql`
    with told as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(terminal uuid, cpu_load float8,
        memory_used float8, disk_used float8, sessions uuid[], measures jsonb)
    ), heard as (
      update terminals t set date_heartbeat = now(), cpu_load = r.cpu_load, memory_used = r.memory_used,
        disk_used = r.disk_used, measures = r.measures
      from told r where t.id = r.terminal and not t.is_deleted returning t.id, t.cpu_load, t.memory_used, t.disk_used
    ), alive as (
      update sessions s set date_active = now(),
        is_finished = s.is_finished and s.end_reason is distinct from ${sessionSilence},
        date_end = case when s.end_reason = ${sessionSilence} then null else s.date_end end,
        end_reason = nullif(s.end_reason, ${sessionSilence})
      from told r where s.terminal_id = r.terminal and s.id = any(r.sessions)
        and (not s.is_finished or s.end_reason = ${sessionSilence})
    )
    insert into component_loads as l (terminal_id, span, date_start, samples, cpu_sum, cpu_most, memory_sum, memory_most,
      disk_most, sessions_most)
    select h.id, ${sql.lit(finestSpan)}, date_bin('5 minutes', now(), '2000-01-01 00:00:00+00'), 1, h.cpu_load,
      h.cpu_load, h.memory_used, h.memory_used, h.disk_used,
      (select count(*) from sessions s where s.terminal_id = h.id and not s.is_finished)
    from heard h
    on conflict (terminal_id, span, date_start) do update set samples = l.samples + 1,
      cpu_sum = l.cpu_sum + excluded.cpu_sum, cpu_most = greatest(l.cpu_most, excluded.cpu_most),
      memory_sum = l.memory_sum + excluded.memory_sum, memory_most = greatest(l.memory_most, excluded.memory_most),
      disk_most = greatest(l.disk_most, excluded.disk_most),
      sessions_most = greatest(l.sessions_most, excluded.sessions_most)
  `.execute(db);
}

/**
 * Notes a heartbeat within five seconds, together with those of other components. A component is silent, or its session
 * over, only after minutes without one.
 */
export const noteLater = spaceWrites<Kysely<Database>, string, Heartbeat>(5_000, (db, beats) =>
  noteHeartbeats(db, beats).catch((error: unknown) =>
    log.warn({ err: error }, "heartbeats of components could not be noted"),
  ),
);
