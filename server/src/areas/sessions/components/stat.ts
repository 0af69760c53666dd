import { type RawBuilder, sql } from "kysely";
import type { Json } from "../../../engine/json.ts";
import { writeInstant } from "../../../engine/resource/index.ts";
import { isHeard } from "./load-rule.ts";

interface Stat {
  readonly id: string;
  readonly cpu_load: number;
  readonly memory_used: number;
  readonly disk_used: number;
  readonly session_online: number;
  readonly date_created: string;
  readonly terminal: string;
}

/** What the last heartbeat of the component of the row `t` said; null while it is silent, or has said nothing. */
export const statOf: RawBuilder<Stat | null> = sql`(case when ${isHeard} and t.cpu_load is not null then jsonb_build_object(
  'id', t.id, 'cpu_load', t.cpu_load, 'memory_used', t.memory_used, 'disk_used', t.disk_used,
  'session_online', (select count(*) from sessions s where s.terminal_id = t.id and not s.is_finished),
  'date_created', t.date_heartbeat, 'terminal', t.id) end)`;

/** That as the contract writes it. */
export function readStat(value: unknown, timeZone: string): Json {
  if (value === null || typeof value !== "object") return null;
  const { id, cpu_load, memory_used, disk_used, session_online, date_created, terminal } = value as Stat;
  const date = writeInstant(new Date(date_created), timeZone);
  return { id, cpu_load, memory_used, disk_used, session_online, date_created: date, terminal };
}
