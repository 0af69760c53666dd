import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import type { SessionCommandEntry } from "../../../transport/sessions/index.ts";
import { shorten } from "../shorten.ts";

/**
 * Stores commands of one session under its names, those that somebody sent who joined it under theirs, unless the
 * terminal that carries it keeps none. Those of a storage outside the database are on their way there with the same write
 * (deliver-commands.ts).
 * Contract: docs/contract/commands.md, section 1.
 */
export async function storeSessionCommands(
  db: Kysely<Database>,
  sessionId: string,
  commands: readonly SessionCommandEntry[],
): Promise<void> {
  if (commands.length === 0) return;
  const rows = commands.map(({ id, input, output, riskLevel, source, date, by = "" }) => ({
    id,
    command: storable(input),
    output: storable(output),
    risk: riskLevel,
    source,
    date: date.toISOString(),
    by: shorten(storable(by)),
  }));
  await sql`
    with storage as (
      select s.id as session_id, o.id, o.type from sessions s
      left join terminals t on t.id = s.terminal_id
      join command_storages o on o.id = coalesce(t.command_storage_id, (
        select d.id from command_storages d where d.is_default))
      where s.id = ${sessionId}::uuid
    ), stored as (
      insert into commands (id, org_id, session_id, "user", asset, account, input, command, output, risk_level, source,
        date_executed)
      select c.id, s.org_id, s.id, coalesce(nullif(c.by, ''), s."user"), s.asset, s.account, left(c.command, 128), left(c.command, 2048),
        left(c.output, 1024), c.risk, c.source, c.date
      from sessions s
      join storage o on o.session_id = s.id and o.type <> 'null'
      cross join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c (
        id uuid, command text, output text, risk smallint, source text, date timestamptz, by text)
      on conflict (id) do nothing
      returning id, session_id
    ), delivered as (
      insert into command_deliveries (command_id, storage_id)
      select c.id, o.id from stored c join storage o on o.type = 'es'
      order by c.id
    )
    update sessions set has_command = true
    where not has_command and id in (select session_id from stored)
  `.execute(db);
}

/** PostgreSQL's text has no NUL and no half characters. */
function storable(text: string): string {
  return text.replaceAll("\0", "").replace(/\p{Cs}/gu, "\ufffd");
}
