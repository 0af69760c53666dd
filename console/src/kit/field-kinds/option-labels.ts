import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { cacheSelection, fetchPage } from "../api/resources.ts";
import type { Row } from "../metadata/types.ts";
import type { RelatedSource } from "./field-kind.ts";
import { type Option, optionOf } from "./related-option.ts";

/** Rows of one request when names are looked up. */
const LOOK_UP = 100;

/** Keys without a text, fetched together by a cached selection (docs/contract/conventions.md, "Selections"). */
export function useMissingLabels(missing: readonly Option[], source: RelatedSource | undefined) {
  const ids = missing.map(({ value }) => value);
  const query = useQuery({
    queryKey: ["labels", source?.url, ids],
    enabled: ids.length > 0 && source !== undefined,
    queryFn: async ({ signal }) => {
      const spm = await cacheSelection(ids);
      const rows: Row[] = [];
      for (let offset = 0; offset < ids.length; offset += LOOK_UP) {
        const page = await fetchPage(
          source?.url ?? "",
          { ...source?.query, spm, limit: LOOK_UP, offset },
          signal,
        );
        rows.push(...page.results);
        if (page.results.length === 0 || rows.length >= page.count) break;
      }
      return rows;
    },
  });
  const labels = useMemo(
    () =>
      new Map(
        (query.data ?? []).map((item) => [item.id, source ? (optionOf(item, source).label ?? "") : ""]),
      ),
    [query.data, source],
  );
  return { labels, settled: !query.isPending || ids.length === 0, error: query.error };
}

/** Options with their texts, looked up where they are not known. */
export function useOptionLabels(
  options: readonly Option[],
  source: RelatedSource,
): { readonly value: string | number; readonly label: string }[] {
  const missing = options.filter(({ label }) => label === undefined);
  const { labels, settled } = useMissingLabels(missing, source);
  return options.map(({ value, label }) => ({
    value,
    label: label ?? labels.get(value) ?? (settled ? String(value) : "…"),
  }));
}
