import type { Series } from "../../../kit/charts/series-chart.tsx";
import { parseDate } from "../../../kit/metadata/dates.ts";

/** The times that can be looked back over. */
export const RANGES = ["hours", "day", "week", "quarter"] as const;

/** One of them. */
export type Range = (typeof RANGES)[number];

/** How busy a component was in one span of time. */
interface LoadPoint {
  readonly date: string;
  readonly cpu_load: number;
  readonly cpu_load_most: number;
  readonly memory_used: number;
  readonly memory_used_most: number;
  readonly disk_used: number;
  readonly session_online: number;
}

/** The history of a component's load; spans in which it was silent are not in it. */
export interface LoadAnswer {
  /** How long each span is. */
  readonly seconds: number;
  readonly points: readonly LoadPoint[];
}

/** Most spans that are drawn, whatever a server answers. */
const MOST = 2_000;

const two = (value: number): string => String(value).padStart(2, "0");

/** When a span began, in the viewer's zone: as short as tells it from the others of its range. */
function labelOf(date: Date, range: Range): string {
  const day = `${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  const time = `${two(date.getHours())}:${two(date.getMinutes())}`;
  if (range === "quarter") return day;
  return range === "week" ? `${day} ${time}` : time;
}

/** The history as lines over all spans from the first to the last; silence leaves a gap. */
export function loadSeries(
  { seconds, points }: LoadAnswer,
  range: Range,
): {
  readonly labels: readonly string[];
  values(figure: Exclude<keyof LoadPoint, "date">): Series["values"];
} {
  const step = Math.max(1, seconds) * 1_000;
  const known = new Map(
    points.flatMap((point) => {
      const start = parseDate(point.date)?.getTime();
      return start === undefined ? [] : [[start, point] as const];
    }),
  );
  const [first = 0, last = -1] = [Math.min(...known.keys()), Math.max(...known.keys())].filter(
    Number.isFinite,
  );
  const starts = Array.from(
    { length: Math.min(MOST, Math.floor((last - first) / step) + 1) },
    (_, index) => first + index * step,
  );
  return {
    labels: starts.map((start) => labelOf(new Date(start), range)),
    values: (figure) => starts.map((start) => known.get(start)?.[figure] ?? null),
  };
}
