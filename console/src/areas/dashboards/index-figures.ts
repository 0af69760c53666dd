import { keepPreviousData, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { api } from "../../kit/api/client.ts";

const URL = "/api/v1/index/";

/** How often figures of the present are asked for, and those of longer times; never while the page is hidden. */
const LIVE = 10_000;
const CALM = 60_000;

/** What the server was asked for, by name (docs/contract/dashboards.md). */
export type Figures = Readonly<Record<string, unknown>>;

/** Whether figures tell what happens now, and of how many days they are. */
export interface FigureTime {
  readonly isLive?: boolean;
  readonly days?: number;
}

/**
 * Figures of the organization. Those of other days replace what is shown once they are there.
 *
 * @param names parameters of `index/`
 */
export function useFigures(
  names: readonly string[],
  { isLive = false, days }: FigureTime = {},
): UseQueryResult<Figures> {
  return useQuery({
    queryKey: ["figures", ...names, days],
    queryFn: ({ signal }) => {
      const query = {
        ...Object.fromEntries(names.map((name) => [name, 1])),
        ...(days === undefined ? {} : { days }),
      };
      return api<Figures>(URL, { query, signal });
    },
    placeholderData: keepPreviousData,
    refetchInterval: isLive ? LIVE : CALM,
  });
}

/** A number among the figures; undefined while there is none. */
export function numberIn(figures: Figures | undefined, name: string): number | undefined {
  const value = figures?.[name];
  return typeof value === "number" ? value : undefined;
}

/** Numbers, or texts, among the figures: one for each day. */
export function listIn<Item>(figures: Figures | undefined, name: string): readonly Item[] {
  const value = figures?.[name];
  return Array.isArray(value) ? (value as Item[]) : [];
}
