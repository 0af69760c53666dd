import { type RawBuilder, sql } from "kysely";

/** A process of this installation that has not been heard of for this long is not alive, in seconds. */
export const ownSilenceSeconds = 90;

/** Components made elsewhere may be silent for longer, in seconds. */
export const componentSilenceSeconds = 180;

/** A session that a component made elsewhere has not told of for this long is over, in seconds. */
export const componentSessionSilenceSeconds = 300;

/** How busy a component is, from bad to good as the worst of its figures says. */
export const loadLevels = ["critical", "high", "normal", "offline"] as const;

/** How busy a component is. */
export type LoadLevel = (typeof loadLevels)[number];

/** From which figure on a load is high, and from which it is critical; what is equal is not yet. */
const limits = {
  cpu_load: { high: 5, critical: 20 },
  memory_used: { high: 85, critical: 95 },
  disk_used: { high: 80, critical: 99 },
} as const;

/** A figure that a heartbeat tells. */
export type LoadFigure = keyof typeof limits;

/** The figures that a heartbeat tells. */
export const loadFigures = Object.keys(limits) as readonly LoadFigure[];

/** Whether the component of the row `t` has been heard of lately. */
export const isHeard = sql<boolean>`(t.date_heartbeat > now() - make_interval(
  secs => case when t.is_own then ${sql.lit(ownSilenceSeconds)}
    else ${sql.lit(componentSilenceSeconds)} end))`;

const above = (level: "high" | "critical"): RawBuilder<boolean> =>
  sql.join(
    loadFigures.map(
      (figure) => sql`coalesce(${sql.ref(`t.${figure}`)} > ${sql.lit(limits[figure][level])}, false)`,
    ),
    sql` or `,
  ) as RawBuilder<boolean>;

/** How busy the component of the row `t` is. */
export const loadOf = sql<LoadLevel>`(case when not ${isHeard} then 'offline'
  when ${above("critical")} then 'critical' when ${above("high")} then 'high' else 'normal' end)`;

/** How busy a component is that tells these figures. */
export function loadLevel(figures: Readonly<Record<LoadFigure, number>>): LoadLevel {
  const isAbove = (level: "high" | "critical") =>
    loadFigures.some((figure) => figures[figure] > limits[figure][level]);
  if (isAbove("critical")) return "critical";
  return isAbove("high") ? "high" : "normal";
}

/** What is wrong with the component of the row `t`: `offline`, or its figures that are high. */
export const problemsOf = sql<
  string[]
>`(case when not ${isHeard} then array['offline'] else array_remove(array[${sql.join(
  loadFigures.map(
    (figure) =>
      sql`case when ${sql.ref(`t.${figure}`)} > ${sql.lit(limits[figure].high)} then ${sql.lit(figure)} end`,
  ),
)}], null) end)`;
