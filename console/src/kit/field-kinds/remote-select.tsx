import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Select } from "antd";
import { type UIEvent, useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../api/api-error.ts";
import { cacheSelection, fetchPage } from "../api/resources.ts";
import type { Row } from "../metadata/types.ts";
import { valueText } from "../metadata/value-text.ts";
import type { RelatedSource } from "./field-kind.ts";

/** An option: the related object's key and, once known, its text. */
export interface Option {
  readonly value: string | number;
  readonly label?: string;
}

/** Options asked for at a time, and how near the end of the list, in pixels, the next page is asked for. */
const PAGE_SIZE = 10;
const LOAD_AHEAD = 600;

interface RemoteSelectProps {
  readonly id?: string;
  readonly value: Option | readonly Option[] | undefined;
  readonly onChange?: (value: unknown) => void;
  readonly related?: RelatedSource;
  readonly disabled?: boolean;
  readonly multiple: boolean;
  readonly ariaLabel?: string;
}

function optionOf(item: Row, source: RelatedSource): Option {
  const value = item.id as string | number;
  return { value, label: source.label?.(item) ?? valueText({ ...item, id: undefined }) };
}

/** Keys without a text, fetched together by a cached selection (docs/contract/conventions.md, "Selections"). */
function useMissingLabels(
  missing: readonly Option[],
  source: RelatedSource | undefined,
): ReadonlyMap<unknown, string> {
  const ids = missing.map(({ value }) => value);
  const { data } = useQuery({
    queryKey: ["labels", source?.url, ids],
    enabled: ids.length > 0 && source !== undefined,
    queryFn: async ({ signal }) => {
      const spm = await cacheSelection(ids);
      return fetchPage(source?.url ?? "", { ...source?.query, spm, limit: 100 }, signal);
    },
  });
  return useMemo(
    () =>
      new Map(
        (data?.results ?? []).map((item) => [item.id, source ? (optionOf(item, source).label ?? "") : ""]),
      ),
    [data, source],
  );
}

function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), 300);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** A select whose options come from a list of the API, page by page, searched by the server. */
export function RemoteSelect({
  id,
  value,
  onChange,
  related,
  disabled,
  multiple,
  ariaLabel,
}: RemoteSelectProps) {
  const { t } = useTranslation(["kit", "common"]);
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const search = useDebounced(typed);
  const chosen = useMemo(
    () => (value === undefined ? [] : Array.isArray(value) ? value : [value]) as Option[],
    [value],
  );
  const labels = useMissingLabels(
    chosen.filter(({ label }) => label === undefined),
    related,
  );
  const pages = useInfiniteQuery({
    queryKey: ["options", related?.url, related?.query, search],
    enabled: open && related !== undefined,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      fetchPage(
        related?.url ?? "",
        { ...related?.query, search, limit: PAGE_SIZE, offset: pageParam },
        signal,
      ),
    getNextPageParam: (last, all) => {
      const loaded = all.reduce((sum, page) => sum + page.results.length, 0);
      return last.results.length > 0 && loaded < last.count ? loaded : undefined;
    },
  });
  const forbidden = pages.error instanceof ApiError && pages.error.status === 403;
  const options = related
    ? (pages.data?.pages ?? []).flatMap((page) =>
        page.results.filter((item) => related.accept?.(item) ?? true).map((item) => optionOf(item, related)),
      )
    : [];
  const shown = chosen.map((option) => ({
    value: option.value,
    label: option.label ?? labels.get(option.value) ?? "…",
  }));
  const loadAhead = (event: UIEvent<HTMLElement>) => {
    const { scrollHeight, scrollTop, clientHeight } = event.currentTarget;
    if (scrollHeight - scrollTop - clientHeight < LOAD_AHEAD && pages.hasNextPage && !pages.isFetching) {
      void pages.fetchNextPage();
    }
  };
  const common = {
    ...(id === undefined ? {} : { id }),
    ...(ariaLabel === undefined ? {} : { "aria-label": ariaLabel }),
    labelInValue: true as const,
    options: options as { value: string | number; label: string }[],
    showSearch: { filterOption: false as const, onSearch: setTyped },
    loading: pages.isFetching,
    disabled: disabled === true || forbidden,
    placeholder: forbidden ? t("form.optionsForbidden") : "",
    notFoundContent: pages.isFetching ? t("common:loading") : t("form.noOptions"),
    onOpenChange: (next: boolean) => {
      setOpen(next);
      if (!next) setTyped("");
    },
    onPopupScroll: loadAhead,
  };
  return multiple ? (
    <Select
      {...common}
      mode="multiple"
      maxTagCount={10}
      value={shown}
      onChange={(next: readonly Option[]) =>
        onChange?.(next.map(({ value: key, label }) => ({ value: key, label })))
      }
    />
  ) : (
    <Select
      {...common}
      allowClear
      value={shown[0] ?? null}
      onChange={(next: Option | undefined) =>
        onChange?.(next ? { value: next.value, label: next.label } : undefined)
      }
    />
  );
}
