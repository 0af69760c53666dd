import type { QueryParameters } from "../../access/context.ts";

/** Most parameters of a query string that are read; the rest are ignored. */
const mostParameters = 200;

/** Reads a query string. Repeated parameters keep all their values. */
export function readQuery(url: string): QueryParameters {
  const start = url.indexOf("?");
  const entries: [string, string][] = [];
  if (start >= 0) {
    for (const entry of new URLSearchParams(url.slice(start + 1))) {
      if (entries.length === mostParameters) break;
      entries.push(entry);
    }
  }
  return {
    get: (name) => entries.find(([key]) => key === name)?.[1],
    all: (name) => entries.filter(([key]) => key === name).map(([, value]) => value),
    has: (name) => entries.some(([key]) => key === name),
    entries: () => entries,
  };
}
