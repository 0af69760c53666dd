import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Select } from "antd";
import { type UIEvent, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../api/api-error.ts";
import { cacheSelection, fetchPage } from "../api/resources.ts";
import { failureText } from "../feedback.ts";
import type { Row } from "../metadata/types.ts";
import { valueText } from "../metadata/value-text.ts";
import { omitUndefined } from "../omit-undefined.ts";
import { useDebounced } from "../use-debounced.ts";
import { controlProps } from "./control.ts";
import type { ControlState, RelatedSource } from "./field-kind.ts";
import "./remote-select.css";

/** An option: the related object's key and, once known, its text. */
export interface Option {
  readonly value: string | number;
  readonly label?: string;
}

/** Options asked for at a time, and how near the end of the list, in pixels, the next page is asked for. */
const PAGE_SIZE = 10;
const LOAD_AHEAD = 600;
/** Chosen options beyond this are shown as a count. */
const SHOWN_TAGS = 10;

function isForbidden(error: unknown): boolean {
  return error instanceof ApiError && error.status === 403;
}

interface RemoteSelectProps extends ControlState {
  readonly value: Option | readonly Option[] | undefined;
  readonly onChange?: (value: unknown) => void;
  readonly related?: RelatedSource;
  readonly multiple: boolean;
  readonly label?: string;
  /** Nothing can be taken back to none. */
  readonly required?: boolean;
}

function optionOf(item: Row, source: RelatedSource): Option {
  const value = item.id as string | number;
  return { value, label: source.label?.(item) ?? valueText({ ...item, id: undefined }) };
}

/** Rows of one request when names are looked up. */
const LOOK_UP = 100;

/** Keys without a text, fetched together by a cached selection (docs/contract/conventions.md, "Selections"). */
function useMissingLabels(missing: readonly Option[], source: RelatedSource | undefined) {
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

/** A select whose options come from a list of the API, page by page, searched by the server. */
export function RemoteSelect(props: RemoteSelectProps) {
  const { value, onChange, related, multiple } = props;
  const { t } = useTranslation(["kit", "common"]);
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const search = useDebounced(typed);
  const chosen = useMemo(
    () => (value === undefined ? [] : Array.isArray(value) ? value : [value]) as Option[],
    [value],
  );
  // Texts of options chosen here, for values that are kept as keys alone.
  const seen = useRef(new Map<unknown, string>());
  const names = useMissingLabels(
    chosen.filter(({ value: key, label }) => label === undefined && !seen.current.has(key)),
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
  const forbidden = isForbidden(pages.error) || isForbidden(names.error);
  const options = related
    ? (pages.data?.pages ?? []).flatMap((page) =>
        page.results.filter((item) => related.accept?.(item) ?? true).map((item) => optionOf(item, related)),
      )
    : [];
  const { hasNextPage, isFetching, fetchNextPage } = pages;
  // Options that are not offered may leave a page too short to scroll.
  const tooShort = open && hasNextPage && !isFetching && options.length < PAGE_SIZE;
  useEffect(() => {
    if (tooShort) void fetchNextPage();
  }, [tooShort, fetchNextPage]);
  const shown = chosen.map((option) => ({
    value: option.value,
    label:
      option.label ??
      seen.current.get(option.value) ??
      names.labels.get(option.value) ??
      (names.settled ? String(option.value) : "…"),
  }));
  const choose = (next: readonly Option[]) => {
    for (const option of next) if (option.label !== undefined) seen.current.set(option.value, option.label);
    const plain = next.map(({ value: key, label }) =>
      label === undefined ? { value: key } : { value: key, label },
    );
    onChange?.(multiple ? plain : plain[0]);
  };
  const loadAhead = (event: UIEvent<HTMLElement>) => {
    const { scrollHeight, scrollTop, clientHeight } = event.currentTarget;
    if (scrollHeight - scrollTop - clientHeight < LOAD_AHEAD && hasNextPage && !isFetching) {
      void fetchNextPage();
    }
  };
  const common = {
    ...controlProps(props),
    ...omitUndefined({ "aria-label": props.label }),
    ...omitUndefined({ className: names.settled ? undefined : "select-naming" }),
    labelInValue: true as const,
    options: options as { value: string | number; label: string }[],
    showSearch: { filterOption: false as const, onSearch: setTyped },
    loading: isFetching || !names.settled,
    disabled: props.disabled === true || forbidden,
    placeholder: forbidden ? t("form.optionsForbidden") : "",
    notFoundContent: isFetching
      ? t("common:loading")
      : pages.error === null
        ? t("form.noOptions")
        : failureText(pages.error),
    allowClear: props.required !== true,
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
      maxTagCount={SHOWN_TAGS}
      value={shown}
      onChange={(next: readonly Option[]) => choose(next)}
    />
  ) : (
    <Select
      {...common}
      value={shown[0] ?? null}
      onChange={(next: Option | undefined) => choose(next ? [next] : [])}
    />
  );
}
