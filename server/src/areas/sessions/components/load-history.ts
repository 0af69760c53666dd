import { type Kysely, type RawBuilder, sql } from "kysely";
import { permission } from "../../../engine/access/index.ts";
import type { Database } from "../../../engine/database/index.ts";
import { NotFound, ValidationError } from "../../../engine/errors.ts";
import type { RouteDeclaration } from "../../../engine/http/index.ts";
import { text as common } from "../../../engine/i18n/index.ts";
import { defineJob } from "../../../engine/jobs/index.ts";
import { isUuid, writeInstant } from "../../../engine/resource/index.ts";
import { finestSpan } from "./heartbeats.ts";
import { text } from "./texts.ts";

const hour = 3_600;

/** How long spans are kept, in days: the fine ones as long as the contract has it. */
const keptDays = { [finestSpan]: 7, [hour]: 90 } as const;

/** The ranges that can be looked at: how far back, of which spans, and how many seconds make a point. */
const ranges: Readonly<
  Record<string, { readonly hours: number; readonly span: number; readonly point: number }>
> = {
  hours: { hours: 6, span: finestSpan, point: finestSpan },
  day: { hours: 24, span: finestSpan, point: 900 },
  week: { hours: 168, span: finestSpan, point: 2 * hour },
  quarter: { hours: 90 * 24, span: hour, point: 24 * hour },
};

interface Point {
  readonly date: Date;
  readonly samples: number;
  readonly cpu: number;
  readonly cpu_most: number;
  readonly memory: number;
  readonly memory_most: number;
  readonly disk: number;
  readonly sessions: number;
}

/** What spans come down to when they are taken together. */
const together: RawBuilder<unknown> = sql`sum(samples)::integer as samples, sum(cpu_sum) as cpu_sum,
  max(cpu_most) as cpu_most, sum(memory_sum) as memory_sum, max(memory_most) as memory_most, max(disk_most) as disk_most,
  max(sessions_most) as sessions_most`;

/** Makes hours of what is finer, and forgets what is old. Repeating it changes nothing. */
export async function keepLoads(db: Kysely<Database>): Promise<void> {
  await sql`
    insert into component_loads (terminal_id, span, date_start, samples, cpu_sum, cpu_most, memory_sum, memory_most,
      disk_most, sessions_most)
    select terminal_id, ${sql.lit(hour)}, date_trunc('hour', date_start), ${together} from component_loads
    where span = ${sql.lit(finestSpan)} and date_start >= date_trunc('hour', now()) - interval '26 hours'
      and date_start < date_trunc('hour', now())
    group by terminal_id, date_trunc('hour', date_start)
    on conflict (terminal_id, span, date_start) do nothing
  `.execute(db);
  for (const [span, days] of Object.entries(keptDays)) {
    await sql`
      delete from component_loads where span = ${Number(span)} and date_start < now() - make_interval(days => ${days})
    `.execute(db);
  }
}

/** Keeps the history of loads small, every hour. */
export const keepLoadsJob = defineJob<null>({
  name: "sessions.keep-component-loads",
  schedule: { cron: "5 * * * *" },
  run: ({ db }) => keepLoads(db),
});

/** How busy a component was, an addition to the contract. Contract: docs/contract/components.md, section 7. */
export const loadHistoryRoute: RouteDeclaration = {
  methods: ["GET"],
  path: "/api/v1/sallyport/components/:id/loads/",
  access: permission("terminal.view_terminal"),
  title: "Component Loads",
  handle: async ({ db, query, timeZone }, { params: { id = "" } }) => {
    const range = ranges[query.get("range") ?? "day"];
    if (range === undefined) throw new ValidationError({ range: [common.invalidFilter] });
    const { rows: known } = await sql`
      select from terminals where id = ${isUuid(id) ? id : null}::uuid and not is_deleted
    `.execute(db);
    if (known.length === 0) throw new NotFound(text.component);
    const { rows } = await sql<Point>`
      select date, samples, cpu_sum / samples as cpu, cpu_most, memory_sum / samples as memory, memory_most,
        disk_most as disk, sessions_most as sessions
      from (
        select date_bin(make_interval(secs => ${range.point}), date_start, '2000-01-01 00:00:00+00') as date, ${together}
        from component_loads where terminal_id = ${id}::uuid and span = ${range.span}
          and date_start >= now() - make_interval(hours => ${range.hours})
        group by 1
      ) points order by date
    `.execute(db);
    const round = (value: number): number => Number(Number(value).toFixed(2));
    return {
      body: {
        seconds: range.point,
        points: rows.map(({ date, samples, cpu, cpu_most, memory, memory_most, disk, sessions }) => ({
          date: writeInstant(date, timeZone),
          samples,
          cpu_load: round(cpu),
          cpu_load_most: round(cpu_most),
          memory_used: round(memory),
          memory_used_most: round(memory_most),
          disk_used: round(disk),
          session_online: sessions,
        })),
      },
    };
  },
};
