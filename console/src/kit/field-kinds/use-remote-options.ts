import { useInfiniteQuery } from "@tanstack/react-query";
import { type UIEvent, useEffect } from "react";
import { fetchPage } from "../api/resources.ts";
import type { RelatedSource } from "./field-kind.ts";
import { optionOf } from "./related-option.ts";

/** Options asked for at a time, and how near the end of the list, in pixels, the next page is asked for. */
const PAGE_SIZE = 10;
const LOAD_AHEAD = 600;

/**
 * The options of a list of the API that match a search, page by page.
 *
 * @param open whether the options are seen; they are not asked for before
 */
export function useRemoteOptions(related: RelatedSource | undefined, open: boolean, search: string) {
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
  const loadAhead = (event: UIEvent<HTMLElement>) => {
    const { scrollHeight, scrollTop, clientHeight } = event.currentTarget;
    if (scrollHeight - scrollTop - clientHeight < LOAD_AHEAD && hasNextPage && !isFetching) {
      void fetchNextPage();
    }
  };
  return { options, isFetching, error: pages.error, loadAhead };
}
