import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { fetchPage, objectQuery } from "../../api/resources.ts";
import type { RelatedSource } from "../../field-kinds/field-kind.ts";
import type { Row } from "../../metadata/types.ts";
import { valueText } from "../../metadata/value-text.ts";
import { useDebounced } from "../../use-debounced.ts";
import type { FilterOption } from "./filter-options.ts";
import type { Suggestion } from "./search-model.ts";

/** Values offered at a time. */
const LIMIT = 10;

function labelOf(source: RelatedSource, item: Row): string {
  return source.label?.(item) ?? valueText({ ...item, id: undefined });
}

/**
 * Objects to filter a relation by, searched by the server.
 *
 * @param option the relation; undefined asks for nothing
 */
export function useRelatedValues(
  option: FilterOption | undefined,
  text: string,
): { readonly suggestions: readonly Suggestion[]; readonly loading: boolean } {
  const search = useDebounced(text.trim());
  const source = option?.related;
  const found = useQuery({
    queryKey: ["options", source?.url, source?.query, search, LIMIT],
    queryFn: ({ signal }) =>
      fetchPage(source?.url ?? "", { ...source?.query, search, limit: LIMIT, offset: 0 }, signal),
    enabled: source !== undefined,
    placeholderData: keepPreviousData,
  });
  if (option === undefined || source === undefined) return { suggestions: [], loading: false };
  const rows = (found.data?.results ?? []).filter((item) => source.accept?.(item) ?? true).slice(0, LIMIT);
  return {
    loading: found.isFetching,
    suggestions: rows.map((item) => ({
      type: "value",
      option,
      value: String(item.id),
      label: labelOf(source, item),
    })),
  };
}

/** The text of a related object by its key, for tags restored from an address; the key until it is known. */
export function useRelatedLabel(source: RelatedSource | undefined, key: string): string {
  const object = useQuery({
    ...objectQuery<Row>(`${source?.url ?? ""}${encodeURIComponent(key)}/`),
    enabled: source !== undefined,
    staleTime: 300_000,
  });
  return source !== undefined && object.data !== undefined ? labelOf(source, object.data) : key;
}
